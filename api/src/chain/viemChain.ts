import type { Chain as ViemChain } from "viem";

/** Finds viem's description of a chain. */
export async function findViemChain(chainId: number): Promise<ViemChain | undefined> {
  // Imported on demand, because loading the list of all chains takes longer than starting the server.
  const { hardhat, ...others } = await import("viem/chains");
  const chains: ViemChain[] = [hardhat, ...Object.values(others)];
  return chains.find(({ id }) => id === chainId);
}

import type { Chain } from "viem";
import { localChainId } from "#protocol/localWorld";

/** Returns viem's description of a chain; undefined if it has none. */
export async function knownChain(chainId: number): Promise<Chain | undefined> {
  // Imported when first needed: the list of all chains takes longer to load than the server to start.
  const { hardhat, ...others } = await import("viem/chains");
  return [hardhat, ...Object.values(others)].find(({ id }) => id === chainId);
}

/** The newest block is asked for at most once in this time. */
const leastBlockMilliseconds = 1_000;

/** Returns the time between two blocks in milliseconds, at least a second; 0 on the local chain. */
export async function blockTimeOf(chainId: number): Promise<number> {
  if (chainId === localChainId) return 0;
  const { blockTime = leastBlockMilliseconds } = (await knownChain(chainId)) ?? {};
  return Math.max(blockTime, leastBlockMilliseconds);
}

import type { LocalChain } from "./localChain.ts";

/**
 * Returns the code that a contract of the last build would have on the chain, with the immutables that its constructor
 * fills in, without creating it.
 *
 * @param args arguments of the constructor.
 */
export async function runtimeCode(
  { ethers }: Pick<LocalChain, "ethers">,
  contract: string,
  args: readonly unknown[],
): Promise<string> {
  const factory = await ethers.getContractFactory(contract);
  const { data } = await factory.getDeployTransaction(...args);
  return ethers.provider.send("eth_call", [{ data }, "latest"]);
}

import { toHex } from "viem";
import { packetToBytes } from "viem/ens";
import type { LocalChain } from "./localChain.ts";

/** Deploys an ENS resolver with names for accounts; returns its address. */
export async function deployNames(
  { ethers }: Pick<LocalChain, "ethers">,
  names: Readonly<Record<string, string>>,
): Promise<string> {
  const resolver = await ethers.deployContract("NameResolver");
  for (const [name, account] of Object.entries(names)) {
    await resolver.setName(account, name);
    await resolver.setAccount(toHex(packetToBytes(name)), account);
  }
  return resolver.getAddress();
}

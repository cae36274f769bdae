import { type Address, toHex } from "viem";
import { packetToBytes } from "viem/ens";
import type { LocalChain } from "./localChain.ts";
import { runtimeCode } from "./signAs.ts";

/** Address of the ENS resolver on every local chain with names, so that a repeated chain has it, too. */
const nameResolver: Address = "0x00000000000000000000000000000000000e25e5";

/** Deploys an ENS resolver with names for accounts; returns its address. */
export async function deployNames(
  chain: Pick<LocalChain, "ethers">,
  names: Readonly<Record<string, string>>,
): Promise<Address> {
  const { ethers } = chain;
  const code = await runtimeCode(chain, "NameResolver", []);
  await ethers.provider.send("hardhat_setCode", [nameResolver, code]);
  const resolver = await ethers.getContractAt("NameResolver", nameResolver);
  for (const [name, account] of Object.entries(names)) {
    await resolver.setName(account, name);
    await resolver.setAccount(toHex(packetToBytes(name)), account);
  }
  return nameResolver;
}

/** Returns the address of a chain's ENS resolver, if it has one. */
export async function findNames({
  ethers,
}: Pick<LocalChain, "ethers">): Promise<Address | undefined> {
  return (await ethers.provider.getCode(nameResolver)) === "0x" ? undefined : nameResolver;
}

import { toQuantity, ZeroAddress } from "ethers";
import { type Address, getAddress } from "viem";
import type { FringeDrifters } from "#chain/FringeDrifters";
import type { LocalChain } from "../chain/localChain.ts";
import { runtimeCode } from "../chain/runtimeCode.ts";
import { accountAt } from "../parties.ts";
import { roles } from "../plan.ts";

/** In wei: enough for any number of transactions. */
const ownersBalance = 10n ** 20n;

/**
 * Makes a local account the signer of mint authorisations, by the owner's own call: the node sends it without the
 * owner's key, also if the owner is a contract. The node can send the owner's transactions from then on.
 *
 * @returns the signer's address.
 */
export async function replaceSigner(
  { ethers }: LocalChain,
  contract: FringeDrifters,
  owner: string,
): Promise<Address> {
  const signer = accountAt(await ethers.getSigners(), roles.signer);
  await ethers.provider.send("hardhat_impersonateAccount", [owner]);
  await ethers.provider.send("hardhat_setBalance", [owner, toQuantity(ownersBalance)]);
  await contract.connect(await ethers.getSigner(owner)).adjustSigner(signer.address);
  return getAddress(signer.address);
}

/** Puts the last build's code at the address of the collection, whose storage stays. */
export async function replaceCode(chain: LocalChain, address: string): Promise<void> {
  // Of the constructor, only the immutables remain. EIP-712's are computed again at another address.
  const code = await runtimeCode(chain, "FringeDrifters", ["", ZeroAddress]);
  await chain.ethers.provider.send("hardhat_setCode", [address, code]);
}

import { type Address, getAddress, type Hex } from "viem";
import { accountAt } from "./localAccounts.ts";
import type { LocalChain } from "./localChain.ts";

/**
 * Signs a message as any address (EIP-191). A node account signs with its key. Any other address gets code that accepts
 * account 0's signature as its own (ERC-1271), which replaces its current code.
 *
 * @param message bytes in hex.
 */
export async function signAs(
  chain: Pick<LocalChain, "ethers">,
  address: Address,
  message: Hex,
): Promise<Hex> {
  const { provider } = chain.ethers;
  const accounts = await chain.ethers.getSigners();
  const own = accounts.find((account) => getAddress(account.address) === getAddress(address));
  const signer = own ?? accountAt(accounts, 0);
  if (!own) {
    const code = await runtimeCode(chain, "BorrowedAccount", [signer.address]);
    if ((await provider.getCode(address)) !== code) {
      await provider.send("hardhat_setCode", [address, code]);
    }
  }
  return provider.send("personal_sign", [message, signer.address]);
}

/**
 * Returns the code that a contract from the last build would have on chain, including the
 * immutables set by its constructor, without creating the contract.
 *
 * @param args constructor arguments.
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

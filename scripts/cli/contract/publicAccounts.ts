import { HDNodeWallet } from "ethers";
import { localMnemonic } from "#protocol/localWorld";

/** Whether the account's key is public: Hardhat's documentation lists those of its nodes. */
export function isPublicAccount(address: string | undefined): boolean {
  publicAccounts ??= readPublicAccounts();
  return address !== undefined && publicAccounts.has(address);
}

let publicAccounts: Set<string> | undefined;

function readPublicAccounts(): Set<string> {
  const accounts = HDNodeWallet.fromPhrase(localMnemonic, "", "m/44'/60'/0'/0");
  return new Set(Array.from({ length: 20 }, (_, index) => accounts.deriveChild(index).address));
}

import { HDNodeWallet } from "ethers";

/** Whether everybody has the account's key: those of Hardhat's nodes are printed in its manual. */
export function isPublicAccount(address: string): boolean {
  publicAccounts ??= readPublicAccounts();
  return publicAccounts.has(address);
}

let publicAccounts: Set<string> | undefined;

function readPublicAccounts(): Set<string> {
  const phrase = "test test test test test test test test test test test junk";
  const accounts = HDNodeWallet.fromPhrase(phrase, "", "m/44'/60'/0'/0");
  return new Set(Array.from({ length: 20 }, (_, index) => accounts.deriveChild(index).address));
}

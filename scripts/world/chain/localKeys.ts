import { HDNodeWallet, Mnemonic } from "ethers";

/** What Hardhat's accounts are derived from, everywhere and for everybody: good for play money only. */
const mnemonic = Mnemonic.fromPhrase("test test test test test test test test test test test junk");

/** The local node's account of that number, with its key: signing here is many times faster than asking the node. */
export function localAccount(index: number): HDNodeWallet {
  return HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`);
}

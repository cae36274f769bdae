import { HDNodeWallet, Mnemonic, type Signer } from "ethers";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { localMnemonic } from "#protocol/chain/localWorld";
import {
  type MintAuthorization,
  mintArguments,
  signMintAuthorization,
} from "#protocol/wire/mintAuthorization";

const mnemonic = Mnemonic.fromPhrase(localMnemonic);

/** Returns an account of the local node with its key: signing here is many times faster than through the node. */
export function localAccount(index: number): HDNodeWallet {
  return HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`);
}

/** Arguments of a mint in order, in ethers' types. */
export type MintArguments = [hash: string, signature: string, transactionID: string, qty: bigint];

/** Signs `authorization` with an ethers signer. @returns the arguments of a mint. */
export async function authorizeMint(
  signer: Signer,
  collection: CollectionRef,
  authorization: MintAuthorization,
): Promise<MintArguments> {
  const account = {
    async signTypedData({ domain, types, message }: TypedData) {
      const mutable = { MintAuthorization: [...types.MintAuthorization] };
      // Safety: ethers' signatures always begin with 0x.
      return (await signer.signTypedData(domain, mutable, message)) as `0x${string}`;
    },
  };
  return mintArguments(await signMintAuthorization(account, collection, authorization));
}

type TypedData = Parameters<Parameters<typeof signMintAuthorization>[0]["signTypedData"]>[0];

export function accountAt<Account>(accounts: readonly Account[], index: number): Account {
  const account = accounts[index];
  if (account === undefined) throw new Error(`The local chain has no account ${index}.`);
  return account;
}

import { type Address, isAddressEqual, zeroAddress } from "viem";
import type { Collection } from "#protocol/mintAuthorization";
import { checkAuthorization, type SignedMintAuthorization } from "./signedAuthorization.ts";

/** The mint that an authorisation should be for. */
export interface IntendedMint {
  collection: Collection;
  wallet: Address;
  qty: bigint;
  /** Name of the phase that is sold. */
  phase: string;
  /** Whose signature the collection takes. */
  signer: Address;
  /** Whether the authorisation's transaction id is used already. */
  isUsed: boolean;
}

/** What keeps an authorisation from being one for this mint; empty if nothing does. A sentence each. */
export async function authorizationFaults(
  signed: SignedMintAuthorization,
  mint: IntendedMint,
): Promise<string[]> {
  const { signer, isHashRight } = await checkAuthorization(signed);
  const { collection } = mint;
  return [
    signed.chainId !== collection.chainId &&
      `It is for chain ${signed.chainId}; this collection is on chain ${collection.chainId}.`,
    !isAddressEqual(signed.contract, collection.address) &&
      `It is for the contract ${signed.contract}; this one is ${collection.address}.`,
    !isAddressEqual(signed.minter, mint.wallet) &&
      `It is for the wallet ${signed.minter}; you are ${mint.wallet}.`,
    BigInt(signed.qty) !== mint.qty && `It is for ${signed.qty}; you ask for ${mint.qty}.`,
    signed.phase !== mint.phase &&
      `It is for the phase “${signed.phase}”; now “${mint.phase}” is sold.`,
    !isHashRight && "Its hash is not that of what it says: it was changed after it was signed.",
    isAddressEqual(mint.signer, zeroAddress)
      ? "The collection has no signer, so nobody can authorise a mint."
      : (signer === undefined || !isAddressEqual(signer, mint.signer)) &&
        `It is signed by ${signer ?? "nobody"}; the collection's signer is ${mint.signer}.`,
    mint.isUsed && `Its transaction id “${signed.transactionID}” is used already.`,
  ].filter((fault) => fault !== false);
}

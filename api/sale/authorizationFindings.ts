import { type Address, isAddressEqual, zeroAddress } from "viem";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { checkAuthorization } from "#protocol/wire/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { mintRules, saleBlockingReason } from "./mintRules.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The mint for which an authorization is intended. */
export interface IntendedMint {
  collection: CollectionRef;
  wallet: Address;
  qty: bigint;
  sale: Pick<SaleFacts, "phase" | "signer">;
  isUsed: boolean;
}

/** A fact about an authorization. If `isFault`, the contract rejects the authorization. */
export interface AuthorizationFinding {
  isFault: boolean;
  sentence: string;
}

/** Checks an authorization for an intended mint. */
export async function authorizationFindings(
  signed: SignedMintAuthorization,
  { collection, wallet, qty, sale, isUsed }: IntendedMint,
): Promise<AuthorizationFinding[]> {
  const { signer, hasValidHash } = await checkAuthorization(signed);
  const phase = sale.phase.name;
  const findings: (AuthorizationFinding | false)[] = [
    signed.chainId !== collection.chainId &&
      fault(
        `The authorization is for chain ${signed.chainId}; this collection is on chain ${collection.chainId}.`,
      ),
    !isAddressEqual(signed.contract, collection.contract) &&
      fault(
        `The authorization is for the contract ${signed.contract}; this collection is ${collection.contract}.`,
      ),
    !isAddressEqual(signed.minter, wallet) &&
      fault(`The authorization is for the wallet ${signed.minter}; your wallet is ${wallet}.`),
    BigInt(signed.qty) !== qty &&
      fault(`The authorization is for ${signed.qty}; you are minting ${qty}.`),
    signed.phase === phase
      ? pass(`“${phase}” is the active phase.`)
      : fault(
          `The authorization is for the phase “${signed.phase}”; the active phase is “${phase}”.`,
        ),
    !hasValidHash &&
      fault(
        "The hash does not match the terms: the authorization was changed after it was signed.",
      ),
    signerFinding(signer, sale.signer),
    isUsed
      ? fault(`The transaction ID “${signed.transactionID}” has been used.`)
      : pass("The transaction ID is unused."),
  ];
  return findings.filter((finding) => finding !== false);
}

function signerFinding(signer: Address | undefined, expected: Address): AuthorizationFinding {
  if (isAddressEqual(expected, zeroAddress)) {
    return fault("The collection has no signer, so nobody can authorize a mint.");
  }
  if (signer !== undefined && isAddressEqual(signer, expected)) {
    return pass(`The authorization is signed by ${signer}, the collection's signer.`);
  }
  return fault(
    `The authorization is signed by ${signer ?? "nobody"}; the collection's signer is ${expected}.`,
  );
}

/** Returns why the sale currently rejects every mint of this quantity, by any wallet at any price. */
export function saleFindings(sale: SaleFacts, qty: bigint): AuthorizationFinding[] {
  const reason = saleBlockingReason(sale);
  const mintCase = { qty, value: 0n, balance: 0n, symbol: "", sale };
  const tooMany = mintRules.filter(({ maxQuantity }) => maxQuantity && maxQuantity(sale) < qty);
  return [
    ...(reason === undefined ? [] : [fault(reason)]),
    ...tooMany.map(({ facts }) => fault(facts(mintCase))),
    ...(qty === 0n ? [fault("The quantity is 0.")] : []),
  ];
}

/** Creates a finding that makes the contract reject the authorization. */
export function fault(sentence: string): AuthorizationFinding {
  return { isFault: true, sentence };
}

export function pass(sentence: string): AuthorizationFinding {
  return { isFault: false, sentence };
}

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

/** A fact about an authorization; if it is a fault, the contract rejects the authorization. */
export interface AuthorizationFinding {
  isFault: boolean;
  sentence: string;
}

/** Checks an authorization for an intended mint. */
export async function authorizationFindings(
  signed: SignedMintAuthorization,
  { collection, wallet, qty, sale, isUsed }: IntendedMint,
): Promise<AuthorizationFinding[]> {
  const { signer, isHashRight } = await checkAuthorization(signed);
  const phase = sale.phase.name;
  const findings: (AuthorizationFinding | false)[] = [
    signed.chainId !== collection.chainId &&
      fault(
        `It is for chain ${signed.chainId}; this collection is on chain ${collection.chainId}.`,
      ),
    !isAddressEqual(signed.contract, collection.contract) &&
      fault(`It is for the contract ${signed.contract}; this one is ${collection.contract}.`),
    !isAddressEqual(signed.minter, wallet) &&
      fault(`It is for the wallet ${signed.minter}; you are ${wallet}.`),
    BigInt(signed.qty) !== qty && fault(`It is for ${signed.qty}; you ask for ${qty}.`),
    signed.phase === phase
      ? pass(`“${phase}” is the active phase.`)
      : fault(`It is for the phase “${signed.phase}”; the active phase is “${phase}”.`),
    !isHashRight && fault("Its hash does not match its terms: it was changed after it was signed."),
    signerFinding(signer, sale.signer),
    isUsed
      ? fault(`Its transaction ID “${signed.transactionID}” has been used.`)
      : pass("Its transaction ID is unused."),
  ];
  return findings.filter((finding) => finding !== false);
}

function signerFinding(signer: Address | undefined, wanted: Address): AuthorizationFinding {
  if (isAddressEqual(wanted, zeroAddress)) {
    return fault("The collection has no signer, so nobody can authorize a mint.");
  }
  if (signer !== undefined && isAddressEqual(signer, wanted)) {
    return pass(`It is signed by ${signer}, the collection's signer.`);
  }
  return fault(`It is signed by ${signer ?? "nobody"}; the collection's signer is ${wanted}.`);
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

/** Creates a finding for which the contract rejects the authorization. */
export function fault(sentence: string): AuthorizationFinding {
  return { isFault: true, sentence };
}

export function pass(sentence: string): AuthorizationFinding {
  return { isFault: false, sentence };
}

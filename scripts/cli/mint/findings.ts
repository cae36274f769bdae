import { type Address, isAddressEqual } from "viem";
import type {
  AuthorizationCheck,
  SignedMintAuthorization,
} from "#protocol/sale/signedAuthorization";
import type { SaleState } from "./collection.ts";
import type { Use } from "./findUse.ts";

/** Who wants to use it, for how many, and where: as far as they said. */
export interface Wanted {
  wallet?: Address;
  qty?: bigint;
  contract?: Address;
}

/** One thing that is so; if it is a fault, the contract refuses the authorisation for it. */
export interface Finding {
  isFault: boolean;
  sentence: string;
}

/** What the authorisation says, beside what its holder wants. */
export function findingsOnTerms(signed: SignedMintAuthorization, wanted: Wanted): Finding[] {
  const { minter, qty, phase, transactionID, chainId, contract } = signed;
  const terms = `Signed for ${minter}, quantity ${qty}, phase "${phase}", transaction id "${transactionID}", on chain ${chainId} for the contract ${contract}.`;
  const isTheirs = wanted.wallet === undefined || isAddressEqual(wanted.wallet, minter);
  const isEnough = wanted.qty === undefined || wanted.qty === BigInt(qty);
  const isHere = wanted.contract === undefined || isAddressEqual(wanted.contract, contract);
  const findings = [{ isFault: false, sentence: terms }];
  if (!isTheirs || !isEnough) findings.push(fault(describeHolder(wanted)));
  if (!isHere) findings.push(fault(`You mean the contract ${wanted.contract}.`));
  if (qty === "0") findings.push(fault("Nobody can mint a quantity of 0."));
  return findings;
}

/** Who signed it, beside whom the contract asks for. */
export function findingsOnSignature(
  { signer, isHashRight }: AuthorizationCheck,
  collectionSigner: Address,
): Finding[] {
  const findings: Finding[] = [];
  if (signer === undefined) {
    findings.push(fault("The signature is of no form that the contract takes."));
  } else if (isAddressEqual(signer, collectionSigner)) {
    findings.push({
      isFault: false,
      sentence: `Signed by ${signer}, the collection's signer now.`,
    });
  } else {
    findings.push(
      fault(
        `Signed by ${signer}, or altered since: the collection's signer is ${collectionSigner}.`,
      ),
    );
  }
  if (!isHashRight) findings.push(fault("The hash is not that of these terms."));
  return findings;
}

/** How it stands with the sale. */
export function findingsOnSale(
  { phase, qty }: SignedMintAuthorization,
  sale: SaleState,
  use: Use | undefined,
): Finding[] {
  const findings: Finding[] = [
    phase === sale.phase
      ? { isFault: false, sentence: `"${phase}" is the current phase.` }
      : fault(`The current phase is "${sale.phase}".`),
  ];
  if (sale.isUsed) findings.push(fault(describeUse(use)));
  else findings.push({ isFault: false, sentence: `Not used by block ${sale.blockNumber}.` });
  if (BigInt(qty) > sale.maxBatch) {
    findings.push(fault(`One mint may be of ${sale.maxBatch} at most now.`));
  }
  if (!sale.isMinting) findings.push(fault("Minting is off now."));
  return findings;
}

export function fault(sentence: string): Finding {
  return { isFault: true, sentence };
}

function describeHolder({ wallet, qty }: Wanted): string {
  if (wallet === undefined) return `You want ${qty}.`;
  return qty === undefined ? `You are ${wallet}.` : `You are ${wallet} with ${qty}.`;
}

function describeUse(use: Use | undefined): string {
  if (use === undefined) {
    return "Already used; in which block, this node cannot tell: it keeps no old states, and no mint of the minter's own names it.";
  }
  const by = use.transaction === undefined ? "" : ` by transaction ${use.transaction}`;
  return `Already used in block ${use.blockNumber}${by}.`;
}

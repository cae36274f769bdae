import { type Address, isAddressEqual } from "viem";
import type { NarrativeRecord } from "#protocol/narrative";
import { ApiError, assertSignedByOwner, type Chain } from "#service/chain";
import { messageFits } from "#service/stories";

/** What a receipt is worth. */
export type Verdict =
  /** Text, message, signature and owner all hold. */
  | { kind: "proved" }
  /** Nothing speaks against it, but something could not be asked. */
  | { kind: "unproved"; reason: string }
  | { kind: "false"; reason: string };

/** The collection that receipts must be for. */
export interface Collection {
  chainId: number;
  contractAddress: Address;
}

/** What a receipt can be asked for: without a chain, only what it proves by itself. */
export type KnownChain = Pick<Chain, "readOwner" | "recognisesSignature">;

const proved: Verdict = { kind: "proved" };

/** Checks a receipt as a stranger does: it believes the chain, and nobody who handed the receipt over. */
export async function verifyReceipt(
  receipt: NarrativeRecord,
  collection: Collection,
  chain: KnownChain = noChain,
): Promise<Verdict> {
  const fault = findFault(receipt, collection);
  if (fault !== undefined) return { kind: "false", reason: fault };
  const signed = await verdictOf(() => assertSigned(receipt, chain));
  if (signed.kind === "false") return signed;
  const owned = await verdictOf(() => assertOwned(receipt, chain));
  return owned.kind === "proved" ? signed : owned;
}

/** Stands for a chain that nobody can ask. */
const noChain: KnownChain = {
  readOwner: () => Promise.reject(new ApiError("chain.unavailable")),
  recognisesSignature: () => Promise.reject(new ApiError("chain.unavailable")),
};

function findFault(receipt: NarrativeRecord, collection: Collection): string | undefined {
  const { narrative, chainId, contract } = receipt;
  if (!narrative.isWellFormed() || narrative.includes("\0")) return "its text cannot be kept";
  if (!messageFits(receipt)) return "its message is not the ownership message for its text";
  if (chainId !== collection.chainId) return `it is for chain ${chainId}`;
  if (!isAddressEqual(contract, collection.contractAddress)) return `it is for ${contract}`;
  return undefined;
}

async function assertSigned(receipt: NarrativeRecord, chain: KnownChain): Promise<void> {
  const ownership = { owner: receipt.author, blockNumber: BigInt(receipt.blockNumber) };
  await assertSignedByOwner(receipt, ownership, chain);
}

async function assertOwned(receipt: NarrativeRecord, chain: KnownChain): Promise<void> {
  const { drifterId, author, blockNumber } = receipt;
  const { owner } = await chain.readOwner(drifterId, BigInt(blockNumber));
  if (!isAddressEqual(owner, author)) throw new ApiError("owner.mismatch");
}

const reasons: { [code: string]: string } = {
  "owner.mismatch": "its author did not own the drifter at its block, or did not sign",
  "drifter.not_found": "the drifter did not exist at its block",
  "signature.invalid": "its signature is not its author's",
};

async function verdictOf(check: () => Promise<void>): Promise<Verdict> {
  try {
    await check();
    return proved;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== "chain.unavailable") {
      return { kind: "false", reason: reasons[error.code] ?? error.code };
    }
    const { cause } = error;
    const why = cause instanceof Error ? cause.message : "the chain was not asked";
    return { kind: "unproved", reason: why };
  }
}

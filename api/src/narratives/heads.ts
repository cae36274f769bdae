import { createHash } from "node:crypto";
import type { NarrativeRecord } from "#protocol/narrative";
import {
  type ChainHead,
  type ChainLink,
  type Checkpoint,
  type Hash,
  headOfLinks,
  rootOfHeads,
  withoutText,
} from "#protocol/receiptChain";
import { narrativeHash } from "./narrativeHash.ts";

/** SHA-256, faster than the protocol's. */
export const nativeHash: Hash = (bytes) => createHash("sha256").update(bytes).digest();

/** Sorts heads by their drifters' numbers. */
export function byNumber(a: Pick<ChainHead, "drifterId">, b: Pick<ChainHead, "drifterId">): number {
  return BigInt(a.drifterId) < BigInt(b.drifterId) ? -1 : 1;
}

/**
 * Returns the head of a drifter's receipts, oldest first; undefined for none. A revision that is not among them counts
 * as one whose file was set aside.
 */
export function headOfReceipts(receipts: readonly NarrativeRecord[]): ChainHead | undefined {
  return headOfLinks(linksOf(receipts), nativeHash);
}

function* linksOf(receipts: readonly NarrativeRecord[]): Generator<ChainLink> {
  let revision = 1;
  for (const receipt of receipts) {
    const { drifterId } = receipt;
    for (; revision < receipt.revision; revision += 1)
      yield { drifterId, revision, isMissing: true };
    revision += 1;
    yield withoutText(receipt, narrativeHash);
  }
}

/**
 * Returns the commitment to receipts.
 *
 * @param heads by number.
 * @param times when the receipts of the heads were saved; those of files that were set aside are absent.
 */
export function checkpointOf(
  heads: readonly ChainHead[],
  times: Iterable<string | undefined>,
): Checkpoint {
  let savedAt: string | null = null;
  // Instants of this form sort as texts.
  for (const time of times) if (time && time > (savedAt ?? "")) savedAt = time;
  return {
    format: "fringe-drifters-checkpoint",
    version: 1,
    root: rootOfHeads(heads, nativeHash),
    drifters: heads.length,
    receipts: heads.reduce((sum, { revision }) => sum + revision, 0),
    savedAt,
  };
}

import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { type Collection, type ReceiptChain, verifyReceipt } from "#protocol/receipt";
import { narrativeHash } from "#service/stories";
import { SourceError } from "../../shared/servedReceipts.ts";
import type { ReceiptSource } from "./receiptSource.ts";

/** Thrown for a receipt that is false, or cannot be proved. */
export class UnprovedReceiptError extends Error {
  override name = "UnprovedReceiptError";
}

/** @throws {SourceError} if the source is a book of another collection. */
export function assertCollection(
  { collection }: Pick<ReceiptSource, "collection">,
  { chainId, contractAddress }: Collection,
): void {
  if (collection === undefined) return;
  const isSame =
    collection.chainId === chainId &&
    collection.contract.toLowerCase() === contractAddress.toLowerCase();
  if (isSame) return;
  throw new SourceError(
    `This is a book of the collection ${collection.contract} on chain ${collection.chainId}, but CONTRACT_ADDRESS and CHAIN_ID are ${contractAddress} and ${chainId}.`,
  );
}

/**
 * Passes on receipts that are proved: text, message, signature, owner at the block, and the sequence of each drifter's
 * revisions.
 *
 * @param chain undefined to check only what receipts prove by themselves.
 * @throws {UnprovedReceiptError}
 */
export async function* provedReceipts(
  receipts: AsyncIterable<NarrativeRecord>,
  collection: Collection,
  chain: ReceiptChain | undefined,
): AsyncGenerator<NarrativeRecord> {
  const follow = createSequence();
  for await (const receipt of receipts) {
    const { drifterId, revision } = receipt;
    const name = `Revision ${revision} of drifter ${drifterId}`;
    const steps = await verifyReceipt(receipt, collection, chain);
    const fault = steps.find(({ outcome }) => outcome === "failed");
    if (fault) throw new UnprovedReceiptError(`${name}: ${fault.name}: ${fault.finding}`);
    const doubt = chain && steps.find(({ outcome }) => outcome === "not checkable");
    if (doubt) {
      throw new UnprovedReceiptError(
        `${name} can't be proved now: ${doubt.name}: ${doubt.finding} If you trust the source, import with --offline.`,
      );
    }
    if (!follow(receipt)) {
      throw new UnprovedReceiptError(`${name} does not follow those before it.`);
    }
    yield receipt;
  }
}

/** Returns a function that checks that a receipt is newer than its drifter's earlier ones and has a new text. */
function createSequence() {
  const seen = new Map<DrifterId, { revision: number; savedAt: string; hashes: Set<string> }>();
  return ({ drifterId, revision, savedAt, narrative }: NarrativeRecord): boolean => {
    const hash = narrativeHash(narrative);
    const before = seen.get(drifterId) ?? { revision: 0, savedAt: "", hashes: new Set() };
    const follows =
      revision > before.revision && Date.parse(savedAt) > (Date.parse(before.savedAt) || 0);
    if (!follows || before.hashes.has(hash)) return false;
    seen.set(drifterId, { revision, savedAt, hashes: before.hashes.add(hash) });
    return true;
  };
}

import type { DrifterId } from "#protocol/drifterId";
import { narrativeHash } from "#protocol/narrativeMessage";
import type { Collection, ReceiptChain, ReceiptStep } from "#protocol/receipt";
import type { NarrativeRecord } from "#protocol/responses";
import { verifyReceipt } from "#service/stories";
import { inOrder } from "../../shared/inOrder.ts";
import { SourceError } from "../../shared/servedReceipts.ts";

/** Receipts that are verified at the same time, as most of the time passes in the network. */
const receiptsAtOnce = 16;

/** A receipt with the results of its checks. */
interface VerifiedReceipt {
  receipt: NarrativeRecord;
  steps: readonly ReceiptStep[];
}

/**
 * Verifies receipts, and yields them in the same order.
 *
 * @param chain undefined to check only what receipts prove by themselves.
 */
export function verifiedReceipts(
  receipts: AsyncIterable<NarrativeRecord>,
  collection: Collection,
  chain: ReceiptChain | undefined,
): AsyncGenerator<VerifiedReceipt> {
  return inOrder(receipts, receiptsAtOnce, async (receipt) => ({
    receipt,
    steps: await verifyReceipt(receipt, collection, chain),
  }));
}

/**
 * Passes on receipts that are proved: text, message, signature, owner at the block, and the sequence of each drifter's
 * revisions.
 *
 * @param chain undefined to check only what receipts prove by themselves.
 * @throws {SourceError} if a receipt is false, or cannot be proved.
 */
export async function* provedReceipts(
  receipts: AsyncIterable<NarrativeRecord>,
  collection: Collection,
  chain: ReceiptChain | undefined,
): AsyncGenerator<NarrativeRecord> {
  const follow = createSequence();
  for await (const { receipt, steps } of verifiedReceipts(receipts, collection, chain)) {
    const { drifterId, revision } = receipt;
    const name = `Revision ${revision} of drifter ${drifterId}`;
    const fault = steps.find(({ outcome }) => outcome === "failed");
    if (fault) throw new SourceError(`${name}: ${fault.name}: ${fault.finding}`);
    const doubt = chain && steps.find(({ outcome }) => outcome === "not checkable");
    if (doubt) {
      throw new SourceError(
        `${name} can't be proved now: ${doubt.name}: ${doubt.finding} If you trust the source, import with --offline.`,
      );
    }
    if (!follow(receipt)) {
      throw new SourceError(`${name} does not follow those before it.`);
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

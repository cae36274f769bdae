import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { type Collection, verifyReceipt } from "#protocol/receipt";
import { narrativeHash } from "#service/stories";
import { ArchiveError, readArchive } from "./archive.ts";

/**
 * Verifies a whole archive before it is imported: completeness, each receipt's text, message and signature, and the
 * sequence of each drifter's revisions.
 *
 * @throws {ArchiveError}
 */
export async function verifyArchive(
  path: string,
  collection: Collection,
  countOne: () => void,
): Promise<void> {
  const follow = createSequence();
  for await (const receipt of readArchive(path)) {
    const { drifterId, revision } = receipt;
    const name = `Revision ${revision} of drifter ${drifterId}`;
    // Checks that need the chain are in `npm run verify`.
    const steps = await verifyReceipt(receipt, collection, undefined);
    const fault = steps.find(({ outcome }) => outcome === "failed");
    if (fault) throw new ArchiveError(`${name}: ${fault.name}: ${fault.finding}`);
    if (!follow(receipt)) throw new ArchiveError(`${name} does not follow those before it.`);
    countOne();
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

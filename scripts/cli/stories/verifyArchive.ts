import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { type Collection, verifyReceipt } from "#protocol/receipt";
import { narrativeHash } from "#service/stories";
import { ArchiveError, readArchive } from "./archive.ts";

/**
 * Reads an archive through before any of it is believed: that it is whole, that each receipt's
 * text, message and signature fit, and that each drifter's revisions follow one another.
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
    // What only the chain can tell is left to `npm run verify`.
    const steps = await verifyReceipt(receipt, collection, undefined);
    const fault = steps.find(({ outcome }) => outcome === "failed");
    if (fault) throw new ArchiveError(`${name}: ${fault.name}: ${fault.finding}`);
    if (!follow(receipt)) throw new ArchiveError(`${name} does not follow those before it.`);
    countOne();
  }
}

/** Tells of each receipt whether it is newer than its drifter's others, with a text that none of them had. */
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

import type { CollectionRef } from "#protocol/chain/collectionRef";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import {
  type ProofStep,
  type RevisionChain,
  verifyRevision,
} from "#protocol/stories/verifyRevision";
import type { DrifterId } from "#protocol/values/drifterId";
import { mapInOrder } from "#protocol/values/mapInOrder";
import type { SignedRevision } from "#protocol/wire/responses";
import { SourceError } from "../../shared/servedRevisions.ts";

/** Maximum number of signed revisions to verify concurrently; most of the time is spent waiting for the network. */
const verifyConcurrency = 16;

/** A signed revision with the results of its checks. */
interface VerifiedRevision {
  signed: SignedRevision;
  steps: readonly ProofStep[];
}

/**
 * Verifies signed revisions, and yields them in the same order.
 *
 * @param chain if undefined, checks only what signed revisions prove without a chain.
 */
export function verifiedRevisions(
  revisions: AsyncIterable<SignedRevision>,
  collection: CollectionRef,
  chain: RevisionChain | undefined,
): AsyncGenerator<VerifiedRevision> {
  return mapInOrder(revisions, verifyConcurrency, async (signed) => ({
    signed,
    steps: await verifyRevision(signed, collection, chain),
  }));
}

/**
 * Passes through proved signed revisions: text, message, signature, owner at the block, and the
 * sequence of each token's revisions.
 *
 * @param chain if undefined, checks only what signed revisions prove without a chain. @throws
 * {SourceError} if a signed revision is invalid, or cannot be proved.
 */
export async function* provedRevisions(
  revisions: AsyncIterable<SignedRevision>,
  collection: CollectionRef,
  chain: RevisionChain | undefined,
): AsyncGenerator<SignedRevision> {
  const follow = createSequence();
  for await (const { signed, steps } of verifiedRevisions(revisions, collection, chain)) {
    const { drifterId, revision } = signed;
    const name = `Revision ${revision} of token ${drifterId}`;
    const failed = steps.find(({ outcome }) => outcome === "failed");
    if (failed) throw new SourceError(`${name}: ${failed.name}: ${failed.finding}`);
    const doubt = chain && steps.find(({ outcome }) => outcome === "not checkable");
    if (doubt) {
      throw new SourceError(
        `${name} can't be proved now: ${doubt.name}: ${doubt.finding} If you trust the source, import with --offline.`,
      );
    }
    if (!follow(signed)) {
      throw new SourceError(
        `${name} is not newer than the preceding revisions, or repeats a text.`,
      );
    }
    yield signed;
  }
}

/**
 * Returns a function that checks that a signed revision is newer than its token's earlier revisions and has a new text.
 */
function createSequence() {
  const seen = new Map<DrifterId, { revision: number; savedAt: string; hashes: Set<string> }>();
  return ({ drifterId, revision, savedAt, narrative }: SignedRevision): boolean => {
    const hash = narrativeHash(narrative);
    const before = seen.get(drifterId) ?? { revision: 0, savedAt: "", hashes: new Set() };
    const follows =
      revision > before.revision && Date.parse(savedAt) > (Date.parse(before.savedAt) || 0);
    if (!follows || before.hashes.has(hash)) return false;
    seen.set(drifterId, { revision, savedAt, hashes: before.hashes.add(hash) });
    return true;
  };
}

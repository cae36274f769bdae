import { computeChainHead, computeMerkleRoot, omitText } from "#protocol/stories/revisionChain";
import type { DrifterId } from "#protocol/values/drifterId";
import type {
  ChainHead,
  ChainLink,
  Checkpoint,
  SignedRevision,
  TokenChain,
} from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";
import { ApiError } from "../base/apiError.ts";
import { TaskQueue } from "../files/taskQueue.ts";
import type { NarrativeStore } from "./store.ts";

/** Commitments to all of the store's signed revisions. Methods throw `store.unavailable`. */
export interface Checkpoints {
  checkpoint(): Promise<Checkpoint>;
  /** Returns the latest signed revisions under the checkpoint's root, by token. */
  heads(): Promise<readonly ChainHead[]>;
  /** @throws {ApiError} `narrative.not_found` for a token without signed revisions. */
  chain(drifterId: DrifterId): Promise<TokenChain>;
}

/** Maximum number of tokens whose signed revisions are read concurrently. */
const readConcurrency = 16;

/**
 * Creates a store's checkpoints. Caches the hashes of all latest revisions in memory, and updates
 * them for new signed revisions.
 */
export function createCheckpoints(store: Pick<NarrativeStore, "stories" | "history">): Checkpoints {
  const cachedHeads = new Map<DrifterId, { of: string; head: ChainHead | undefined }>();
  let last: { heads: readonly ChainHead[]; checkpoint: Checkpoint } | undefined;
  const updates = new TaskQueue();

  return {
    checkpoint: async () => (await current()).checkpoint,
    heads: async () => (await current()).heads,
    async chain(drifterId) {
      const stories = await store.stories();
      const links = await readLinks(drifterId, stories.get(drifterId)?.item.revision ?? 0);
      if (links.length === 0) throw new ApiError("narrative.not_found");
      return { drifterId, isHidden: stories.isHidden(drifterId), links };
    },
  };

  /** Serialized, because a running update may not include a save that preceded the request. */
  function current() {
    return updates.enqueue("heads", update);
  }

  async function update() {
    const items = [...(await store.stories()).heads()];
    // A store restored to an earlier state may have a different text under the same revision number.
    const changed = items.filter(
      (item) => cachedHeads.get(item.drifterId)?.of !== revisionTag(item),
    );
    const present = new Set(items.map(({ drifterId }) => drifterId));
    const lost = [...cachedHeads.keys()].filter((drifterId) => !present.has(drifterId));
    if (last !== undefined && changed.length + lost.length === 0) return last;
    for (const drifterId of lost) cachedHeads.delete(drifterId);
    const rest = changed.values();
    // Several workers share one iterator, so that tokens are read concurrently.
    const readers = Array.from({ length: readConcurrency }, async () => {
      for (const item of rest) {
        const head = computeChainHead(await readLinks(item.drifterId, item.revision));
        cachedHeads.set(item.drifterId, { of: revisionTag(item), head });
      }
    });
    await Promise.all(readers);
    const heads = [...cachedHeads.values()].flatMap(({ head }) => head ?? []).sort(compareByNumber);
    const times = items.map(({ savedAt }) => savedAt);
    last = { heads, checkpoint: createCheckpoint(heads, times) };
    return last;
  }

  /** Returns a token's links up to a revision, oldest first. */
  async function readLinks(drifterId: DrifterId, last: number): Promise<ChainLink[]> {
    const found = await Array.fromAsync(store.history(drifterId, "readable"), omitText);
    return addMissingLinks(drifterId, found, last);
  }
}

/** Adds a link for each revision up to the last quarantined revision. */
function addMissingLinks(
  drifterId: DrifterId,
  links: readonly ChainLink[],
  last: number,
): ChainLink[] {
  const found = new Map(links.map((link) => [link.revision, link]));
  return Array.from({ length: last }, (_, index) => {
    const revision = index + 1;
    return found.get(revision) ?? { drifterId, revision, isMissing: true };
  });
}

/** Sorts heads by their tokens' numbers. */
export function compareByNumber(
  a: Pick<ChainHead, "drifterId">,
  b: Pick<ChainHead, "drifterId">,
): number {
  return BigInt(a.drifterId) < BigInt(b.drifterId) ? -1 : 1;
}

/**
 * Computes the head of a token's signed revisions, given oldest first; undefined if there are none.
 * A missing revision number counts as a quarantined revision.
 */
export function computeHead(revisions: readonly SignedRevision[]): ChainHead | undefined {
  const newest = revisions.at(-1);
  if (newest === undefined) return undefined;
  const links = addMissingLinks(newest.drifterId, revisions.map(omitText), newest.revision);
  return computeChainHead(links);
}

/**
 * Creates the commitment to signed revisions.
 *
 * @param heads sorted by token number.
 * @param times when the signed revisions of the heads were saved.
 */
export function createCheckpoint(heads: readonly ChainHead[], times: Iterable<string>): Checkpoint {
  let savedAt: string | null = null;
  // ISO 8601 instants sort as strings.
  for (const time of times) if (time > (savedAt ?? unknownTime)) savedAt = time;
  return {
    format: "fringe-drifters-checkpoint",
    version: 1,
    root: computeMerkleRoot(heads),
    tokens: heads.length,
    revisions: heads.reduce((sum, { revision }) => sum + revision, 0),
    savedAt,
  };
}

/** Time used for a quarantined revision. */
export const unknownTime = "1970-01-01T00:00:00.000Z";

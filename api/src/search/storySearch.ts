import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import type { SearchTerm } from "#protocol/searchTerms";
import type { NarrativeStore } from "../narratives/store.ts";
import { ApiError } from "../problem.ts";
import type { SearchedStory, SearchIndex, StoryHit } from "./searchIndex.ts";

/**
 * Full-text search in the stories that the store lists. Every search knows what this process has saved before. Methods
 * throw `store.unavailable` when store or index fail, or while many stories are being indexed.
 */
export interface StorySearch {
  search(terms: readonly SearchTerm[], offset: number, limit: number): Promise<StoryHit[]>;
  matching(terms: readonly SearchTerm[]): Promise<ReadonlySet<DrifterId>>;
  beginnings(drifterIds: readonly DrifterId[]): Promise<ReadonlyMap<DrifterId, StoryHit>>;
  mentionedIn(drifterId: DrifterId): Promise<DrifterId[]>;
  /** Brings the index up to date, however long that takes; failures are logged. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

interface SearchOptions {
  store: Pick<NarrativeStore, "stories" | "find">;
  index: SearchIndex;
  logger: Logger;
  /** How long a search waits for the index. */
  longestWaitMilliseconds?: number;
}

const batchSize = 64;
const defaultWaitMilliseconds = 10_000;
const building =
  "The stories are being indexed for the search. Wait a moment, then send the request again.";

export function createStorySearch(options: SearchOptions): StorySearch {
  const { store, index, logger, longestWaitMilliseconds = defaultWaitMilliseconds } = options;
  /** Version of the stories that are indexed; undefined until the index is open. */
  let indexedVersion: number | undefined;
  /** Drifters whose stories could not be read, which is tried again at the next change. */
  const unreadable = new Set<DrifterId>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isClosed = false;

  return {
    search: (...question) => ask(() => index.search(...question)),
    matching: async (terms) => new Set(await ask(() => index.matching(terms))),
    beginnings: async (drifterIds) =>
      new Map(
        (await ask(() => index.beginnings(drifterIds))).map((hit) => [hit.drifterId, hit] as const),
      ),
    mentionedIn: (drifterId) => ask(() => index.mentionedIn(drifterId)),
    async prepare() {
      try {
        await failing(catchUp);
      } catch (error) {
        if (!isClosed) logger.warn({ err: error }, "the stories cannot be indexed for the search");
      }
    },
    async close() {
      isClosed = true;
      await next?.catch(() => undefined);
      await running.catch(() => undefined);
      await index.close();
    },
  };

  /** Searches once the index is up to date. */
  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    return failing(async () => {
      await inTime(catchUp());
      return question();
    });
  }

  /** After a failure the index is opened again. */
  async function failing<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      indexedVersion = undefined;
      throw new ApiError("store.unavailable", { cause: error });
    }
  }

  async function inTime(work: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const late = delay(longestWaitMilliseconds, true, { ref: false, signal: timer.signal });
    const isLate = await Promise.race([work, late.catch(() => undefined)]);
    timer.abort();
    if (isLate) throw new ApiError("store.unavailable", { detail: building });
  }

  /** Indexes what has changed before the call. Callers that arrive while an update runs share the next one. */
  async function catchUp(): Promise<void> {
    if (isClosed) throw new ApiError("store.unavailable");
    const { version } = await store.stories();
    if (version === indexedVersion && next === undefined) return;
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = update();
        return running;
      });
    await next;
  }

  async function update(): Promise<void> {
    const stories = await store.stories();
    const { version } = stories;
    if (version === indexedVersion) return;
    const changed =
      indexedVersion === undefined
        ? await index.open(stories)
        : [...unreadable, ...stories.changedSince(indexedVersion)];
    unreadable.clear();
    const gone = changed.filter((drifterId) => !stories.has(drifterId));
    if (gone.length > 0) await index.remove(gone);
    const items = changed.flatMap((drifterId) => stories.story(drifterId) ?? []);
    items.sort(oldestFirst);
    for (let start = 0; start < items.length && !isClosed; start += batchSize) {
      await indexBatch(items.slice(start, start + batchSize));
    }
    if (!isClosed) indexedVersion = version;
  }

  async function indexBatch(items: readonly NarrativeListItem[]): Promise<void> {
    const stories = await Promise.all(items.map(readStory));
    await index.put(stories.filter((story) => story !== undefined));
  }

  /** Reads a story; undefined if it was removed meanwhile. One that cannot be read is left out of the search. */
  async function readStory({ drifterId }: NarrativeListItem): Promise<SearchedStory | undefined> {
    try {
      const record = await store.find(drifterId);
      if (record === undefined) return undefined;
      const { revision, savedAt, narrative } = record;
      return { drifterId, revision, savedAt, narrative };
    } catch (error) {
      logger.warn({ err: error, drifterId }, "a story cannot be indexed for the search");
      unreadable.add(drifterId);
      return undefined;
    }
  }
}

/** Compares by time: instants in this form of ISO 8601 sort as strings. */
function oldestFirst(a: NarrativeListItem, b: NarrativeListItem): number {
  return a.savedAt < b.savedAt ? -1 : 1;
}

import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import type { SearchTerm } from "#protocol/searchTerms";
import { inTime } from "../inTime.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { ApiError } from "../problem.ts";
import { type SearchedStory, SqliteIndex, type StoryHit } from "./sqliteIndex.ts";

/**
 * Full-text search in the stories that the store lists. Every search knows what this process has saved before. Methods
 * throw `store.unavailable` when the store fails, or while many stories are being indexed.
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

/** Few, so that other requests are answered while many stories are indexed. */
const batchSize = 16;
/** How long a search waits for the index. */
const waitMilliseconds = 10_000;
const building =
  "The stories are being indexed for the search. Wait a moment, then send the request again.";

export function createStorySearch(
  store: Pick<NarrativeStore, "stories" | "find">,
  logger: Logger,
): StorySearch {
  const index = new SqliteIndex();
  /** Version of the stories that are indexed; below that of any before the first update. */
  let indexedVersion = -1;
  /** Drifters whose stories could not be read, which is tried again at the next change. */
  const unreadable = new Set<DrifterId>();
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  return {
    search: (...question) => ask(() => index.search(...question)),
    matching: (terms) => ask(() => new Set(index.matching(terms))),
    beginnings: (drifterIds) =>
      ask(() => new Map(index.beginnings(drifterIds).map((hit) => [hit.drifterId, hit] as const))),
    mentionedIn: (drifterId) => ask(() => index.mentionedIn(drifterId)),
    async prepare() {
      await catchUp().catch((error) => {
        if (!isClosed) logger.warn({ err: error }, "the stories cannot be indexed for the search");
      });
    },
    async close() {
      isClosed = true;
      await running;
      index.close();
    },
  };

  /** Searches once the index is up to date. */
  async function ask<Answer>(question: () => Answer): Promise<Answer> {
    if (isClosed) throw new ApiError("store.unavailable");
    const isReady = await inTime(
      catchUp().then(() => true),
      waitMilliseconds,
    );
    if (!isReady) throw new ApiError("store.unavailable", { detail: building });
    return question();
  }

  /** Indexes what has changed before the call, after an update that runs. */
  async function catchUp(): Promise<void> {
    const { version } = await store.stories();
    if (version === indexedVersion) return;
    const update = running.then(updateIndex);
    running = update.catch(() => undefined);
    await update;
  }

  async function updateIndex(): Promise<void> {
    const stories = await store.stories();
    const { version } = stories;
    if (version === indexedVersion) return;
    const changed = [...unreadable, ...stories.changedSince(indexedVersion)];
    unreadable.clear();
    index.remove(changed.filter((drifterId) => !stories.has(drifterId)));
    const items = changed.flatMap((drifterId) => stories.story(drifterId) ?? []);
    items.sort(oldestFirst);
    for (let start = 0; start < items.length && !isClosed; start += batchSize) {
      const batch = await Promise.all(items.slice(start, start + batchSize).map(readStory));
      index.put(batch.filter((story) => story !== undefined));
    }
    if (!isClosed) indexedVersion = version;
  }

  /** Reads a story; undefined if it was removed meanwhile. One that cannot be read is left out of the search. */
  async function readStory({ drifterId }: NarrativeListItem): Promise<SearchedStory | undefined> {
    try {
      return await store.find(drifterId);
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

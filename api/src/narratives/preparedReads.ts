import type { IncomingMessage } from "node:http";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import type { CollectionMetadata } from "../catalogue/collectionMetadata.ts";
import {
  chooseAnswer,
  type Prepared,
  type PreparedAnswer,
  prepare,
  prepareCompressible,
} from "../preparedAnswer.ts";
import { revisionTag } from "./revisionTag.ts";
import type { NarrativeStore } from "./store.ts";

export interface PreparedReads {
  answerList(request: IncomingMessage): Promise<PreparedAnswer>;
  /** Undefined if the drifter has no story. */
  answerStory(drifterId: DrifterId, request: IncomingMessage): Promise<PreparedAnswer | undefined>;
}

/** Where the list's names come from. */
type KnownNames = Pick<CollectionMetadata, "know" | "of" | "version">;

/** Answers reads with bytes that are prepared once per change, and counts cache hits. */
export function createPreparedReads(
  store: Pick<NarrativeStore, "list" | "peek" | "find">,
  cacheBytes: number,
  names: KnownNames,
  counted = { hits: 0, misses: 0 },
): PreparedReads {
  const prepareList = createListPress(names);
  const stories = new StoryCache(cacheBytes);

  return {
    async answerList(request) {
      const list = await store.list();
      await names.know(list);
      return chooseAnswer(request, prepareList(list));
    },

    async answerStory(drifterId, request) {
      const item = await store.peek(drifterId);
      if (item === undefined) return undefined;
      const kept = stories.get(item);
      if (kept === undefined) counted.misses += 1;
      else counted.hits += 1;
      const prepared = kept ?? (await readStory(drifterId, item));
      return prepared && chooseAnswer(request, prepared);
    },
  };

  async function readStory(drifterId: DrifterId, item: NarrativeListItem) {
    const record = await store.find(drifterId);
    if (record === undefined) return undefined;
    const prepared = prepare(Buffer.from(JSON.stringify(record)), revisionTag(record));
    stories.set(item, prepared);
    return prepared;
  }
}

/** Returns a function that creates the list's response and caches it until the list or a name changes. */
function createListPress(names: KnownNames) {
  const lines = new WeakMap<NarrativeListItem, { name: string | undefined; line: string }>();
  let last: { list: readonly NarrativeListItem[]; version: number; prepared: Prepared } | undefined;

  return (list: readonly NarrativeListItem[]): Prepared => {
    const version = names.version();
    if (last?.list === list && last.version === version) return last.prepared;
    const body = Buffer.from(`[${list.map(lineOf).join()}]`);
    const prepared = prepareCompressible(body);
    last = { list, version, prepared };
    return prepared;
  };

  function lineOf(item: NarrativeListItem): string {
    const name = names.of(item.drifterId)?.name;
    const kept = lines.get(item);
    if (kept && kept.name === name) return kept.line;
    const line = JSON.stringify({ ...item, name });
    lines.set(item, { name, line });
    return line;
  }
}

/** LRU cache of stories, limited by size. */
class StoryCache {
  readonly #capacityBytes: number;
  readonly #entries = new Map<DrifterId, { item: NarrativeListItem; prepared: Prepared }>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  /** The story of `item`; the store returns another item after each change. */
  get(item: NarrativeListItem): Prepared | undefined {
    const entry = this.#entries.get(item.drifterId);
    if (entry?.item !== item) return undefined;
    this.#entries.delete(item.drifterId);
    this.#entries.set(item.drifterId, entry);
    return entry.prepared;
  }

  set(item: NarrativeListItem, prepared: Prepared): void {
    this.#delete(item.drifterId);
    this.#entries.set(item.drifterId, { item, prepared });
    this.#bytes += prepared.body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacityBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(drifterId: DrifterId): void {
    this.#bytes -= this.#entries.get(drifterId)?.prepared.body.length ?? 0;
    this.#entries.delete(drifterId);
  }
}

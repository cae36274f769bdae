import type { IncomingHttpHeaders } from "node:http";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import { apiPaths } from "#protocol/paths";
import { mostStoriesPerPage } from "#protocol/storyPages";
import type { CollectionMetadata } from "../catalogue/collectionMetadata.ts";
import {
  chooseAnswer,
  type Prepared,
  type PreparedAnswer,
  prepare,
  prepareCompressible,
  weakTag,
} from "../preparedAnswer.ts";
import { SizedCache } from "../sizedCache.ts";
import { knownRevision, revisionTag } from "./revisionTag.ts";
import type { KnownStories, NarrativeStore } from "./store.ts";
import { cursorOf, placeOf } from "./storyPlace.ts";

/** What a read looks at. */
type ReadRequest = { headers: IncomingHttpHeaders };

/** A story's response and the list item that it was made from. */
interface PreparedStory {
  item: NarrativeListItem;
  prepared: Prepared;
}

/** Answers reads, without a promise if nothing has to be waited for. */
export interface PreparedReads {
  answerList(request: ReadRequest): PreparedAnswer | Promise<PreparedAnswer>;
  /** Undefined if the drifter has no story. */
  answerStory(
    drifterId: DrifterId,
    request: ReadRequest,
  ): PreparedAnswer | Promise<PreparedAnswer | undefined>;
  /**
   * Caches a story that was just saved, as its file would have to be read behind the writes of other saves.
   *
   * @returns the response for whoever saved it.
   */
  keep(record: NarrativeRecord): PreparedAnswer;
}

/** Memory of a cached story beside its body, in bytes: the item, headers and objects that refer to them. */
const bytesBesideBody = 2_048;

/** Where the list's names come from. */
type KnownNames = Pick<CollectionMetadata, "know" | "of" | "version">;

/** Answers reads with bytes that are prepared once per change, and counts cache hits. */
export function createPreparedReads(
  store: Pick<NarrativeStore, "known" | "stories" | "peek" | "find">,
  cacheBytes: number,
  names: KnownNames,
  counted = { hits: 0, misses: 0 },
): PreparedReads {
  const prepareList = createListPress(names);
  const stories = new SizedCache<DrifterId, PreparedStory>(
    cacheBytes,
    ({ prepared }) => bytesBesideBody + prepared.body.length,
  );

  return {
    answerList(request) {
      const stories = store.known();
      if (!stories || names.know(stories.list()) !== undefined) return answerAnyList(request);
      return chooseAnswer(request, prepareList(stories));
    },

    answerStory(drifterId, request) {
      const item = store.known()?.story(drifterId);
      if (item === undefined || item.revision < knownRevision(request.headers)) {
        return answerAnyStory(drifterId, request);
      }
      const kept = cached(drifterId, item);
      if (kept === undefined) return answerAnyStory(drifterId, request);
      counted.hits += 1;
      return chooseAnswer(request, kept);
    },

    keep(record) {
      const prepared = prepareStory(record);
      const item = store.known()?.story(record.drifterId);
      if (item?.revision === record.revision) stories.set(record.drifterId, { item, prepared });
      return prepared.whole;
    },
  };

  async function answerAnyList(request: ReadRequest): Promise<PreparedAnswer> {
    const stories = await store.stories();
    await names.know(stories.list());
    return chooseAnswer(request, prepareList(stories));
  }

  async function answerAnyStory(drifterId: DrifterId, request: ReadRequest) {
    const item = await store.peek(drifterId, knownRevision(request.headers));
    if (item === undefined) return undefined;
    const kept = cached(drifterId, item);
    if (kept === undefined) counted.misses += 1;
    else counted.hits += 1;
    const prepared = kept ?? (await readStory(drifterId, item));
    return prepared && chooseAnswer(request, prepared);
  }

  /** The cached response of this revision. */
  function cached(drifterId: DrifterId, item: NarrativeListItem): Prepared | undefined {
    const kept = stories.get(drifterId);
    const isCurrent =
      kept?.item === item ||
      (kept?.item.revision === item.revision && kept.item.savedAt === item.savedAt);
    return isCurrent ? kept.prepared : undefined;
  }

  async function readStory(drifterId: DrifterId, item: NarrativeListItem) {
    const record = await store.find(drifterId);
    if (record === undefined) return undefined;
    const prepared = prepareStory(record);
    stories.set(drifterId, { item, prepared });
    return prepared;
  }
}

function prepareStory(record: NarrativeRecord): Prepared {
  return prepare({ body: Buffer.from(JSON.stringify(record)), etag: revisionTag(record) });
}

/**
 * Returns a function that creates the list's response and caches it until the list or a name changes. If there are more
 * stories than the list has, its `Link` names their first page (RFC 8288).
 */
function createListPress(names: KnownNames) {
  const lines = new WeakMap<NarrativeListItem, { name: string | undefined; line: string }>();
  let last: { list: readonly NarrativeListItem[]; version: number; prepared: Prepared } | undefined;

  return (stories: Pick<KnownStories, "list" | "page">): Prepared => {
    const list = stories.list();
    const version = names.version();
    if (last?.list === list && last.version === version) return last.prepared;
    const body = Buffer.from(`[${list.map(lineOf).join()}]`);
    const oldest = list.at(-1);
    const hasMore = oldest !== undefined && stories.page(1, placeOf(oldest)).length > 0;
    const link = hasMore ? `<${nextPage(oldest)}>; rel="next"` : undefined;
    const prepared = prepareCompressible({ body, etag: weakTag(body), link });
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

/** Path of the stories after one in pages. */
function nextPage(item: NarrativeListItem): string {
  return `${apiPaths.narratives}?limit=${mostStoriesPerPage}&cursor=${cursorOf(item)}`;
}

import type { Trait } from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import { apiPaths } from "#protocol/paths";
import { wordsIn } from "#protocol/searchTerms";
import type { Collection } from "../collection/collection.ts";
import { inTime } from "../inTime.ts";
import { shortened } from "../search/text.ts";

/** As long as the page caches a drifter's metadata. */
const freshMilliseconds = 5 * 60_000;

/** After this time, metadata that could not be read is tried again. */
const retryMilliseconds = 30_000;

/** Waits for metadata, after which lists are sent without what is missing. */
const longestWait = { brief: 200, long: 3_000 } as const;

const parallelReads = 16;
/** In graphemes. */
const longest = { name: 120, type: 60, value: 120 } as const;

type DrifterList = readonly { drifterId: DrifterId }[];

/** What the service knows of a drifter's metadata. */
export interface KnownMetadata {
  /** On one line; absent if the collection has none. */
  name?: string;
  /** Drifters share the objects of equal traits. */
  traits: readonly Trait[];
  /** Folded words of name and traits, a space before each. */
  words: string;
}

/** Names and traits of drifters, in memory. */
export interface CollectionMetadata {
  /** Resolves once the metadata of all these has been read, or after a time limit; at once for the same array again. */
  know(list: DrifterList, limit?: keyof typeof longestWait): Promise<void>;
  /** Undefined if it has not been read. */
  of(drifterId: DrifterId): KnownMetadata | undefined;
  /** IDs of all drifters with metadata, at most five minutes old. */
  list(): Promise<readonly DrifterId[]>;
  /** Counter that grows with each new or changed name or trait. */
  version(): number;
}

interface Kept extends KnownMetadata {
  /** The file's; undefined also after a failure. */
  stamp: string | undefined;
}

/** Creates a cache of the collection's metadata; changed files are read again in the background. */
export function createCollectionMetadata(
  collection: Pick<Collection, "readMetadata" | "stampOf" | "listIds">,
  now = Date.now,
): CollectionMetadata {
  const kept = new Map<DrifterId, Kept>();
  /** Drifters whose metadata could not be read the last time. */
  const failed = new Set<DrifterId>();
  const describe = createDescriber();
  let version = 0;
  let readAt = now();
  let retriedAt = now();
  /** The waits for lists that were asked for. */
  const waits = new WeakMap<DrifterList, Promise<void>>();
  let listed: { at: number; ids: Promise<readonly DrifterId[]> } | undefined;

  return {
    async know(list, limit = "brief") {
      refresh();
      const wait = waits.get(list) ?? readUnknown(list, longestWait[limit]);
      waits.set(list, wait);
      await wait;
    },
    of: (drifterId) => kept.get(drifterId),
    list() {
      if (listed === undefined || now() - listed.at >= freshMilliseconds) {
        listed = { at: now(), ids: collection.listIds() };
      }
      return listed.ids;
    },
    version: () => version,
  };

  /** Reads changed files again if the last time is long ago. */
  function refresh(): void {
    if (failed.size > 0 && now() - retriedAt >= retryMilliseconds) {
      retriedAt = now();
      void read([...failed]);
    }
    if (now() - readAt < freshMilliseconds) return;
    readAt = now();
    void read([...kept.keys()]);
  }

  async function readUnknown(list: DrifterList, milliseconds: number): Promise<void> {
    const unknown = list.map(({ drifterId }) => drifterId).filter((id) => !kept.has(id));
    if (unknown.length > 0) await inTime(read(unknown), milliseconds);
  }

  async function read(ids: readonly DrifterId[]): Promise<void> {
    const rest = ids.values();
    // Several readers share one iterator, so that files are read concurrently.
    const readers = Array.from({ length: parallelReads }, async () => {
      for (const id of rest) await readOne(id);
    });
    await Promise.all(readers);
  }

  async function readOne(id: DrifterId): Promise<void> {
    const stamp = await collection.stampOf(apiPaths.metadata, id);
    const before = kept.get(id);
    if (before !== undefined && before.stamp === stamp && !failed.has(id)) return;
    try {
      const described = describe(await collection.readMetadata(id));
      failed.delete(id);
      if (!isSame(described, before)) version += 1;
      kept.set(id, { ...described, stamp });
    } catch {
      failed.add(id);
      if (before === undefined) kept.set(id, { ...describe(undefined), stamp: undefined });
    }
  }
}

/** Whether name and traits are the same; before the first read there are none. */
function isSame(now: KnownMetadata, before: KnownMetadata | undefined): boolean {
  const traits = before?.traits ?? [];
  if (now.name !== before?.name || now.traits.length !== traits.length) return false;
  return now.traits.every((trait, index) => trait === traits[index]);
}

/** Returns a function that describes metadata with shared objects for equal traits. */
function createDescriber() {
  type Shared = { trait: Trait; words: string };
  const byGiven = new Map<string, Shared>();
  const byShown = new Map<string, Shared>();

  function share({ trait_type, value }: DrifterMetadata["attributes"][number]): Shared {
    const given = JSON.stringify([trait_type, value]);
    const found = byGiven.get(given);
    if (found !== undefined) return found;
    const trait = {
      type: shortened(trait_type, longest.type),
      value: shortened(String(value), longest.value),
    };
    const shown = JSON.stringify(trait);
    const known = byShown.get(shown) ?? { trait, words: wordsOf(trait.value) };
    byGiven.set(given, known);
    byShown.set(shown, known);
    return known;
  }

  return (metadata: DrifterMetadata | undefined): KnownMetadata => {
    const name = (metadata && shortened(metadata.name, longest.name)) || undefined;
    const given = [...new Set(metadata?.attributes.map(share))];
    const complete = given.filter(({ trait }) => trait.type !== "" && trait.value !== "");
    return {
      ...(name !== undefined && { name }),
      traits: complete.map(({ trait }) => trait),
      words: wordsOf(name ?? "") + complete.map(({ words }) => words).join(""),
    };
  };
}

function wordsOf(text: string): string {
  return wordsIn(text)
    .map(({ folded }) => ` ${folded}`)
    .join("");
}

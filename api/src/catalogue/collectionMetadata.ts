import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Trait } from "#protocol/catalogue";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import { readDescription } from "../page/drifterDescription.ts";
import { shortened } from "../page/plainText.ts";
import { folded, wordPattern } from "../search/searchTerms.ts";

/** As long as the page caches a drifter's metadata. */
const freshMilliseconds = 5 * 60_000;

/** Timeout of reading names, after which the list is sent without the missing ones. */
const longestWaitMilliseconds = 200;

const parallelReads = 16;
/** In graphemes. */
const longest = { name: 120, type: 60, value: 120 } as const;

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
  /** Resolves once the metadata of all these has been read, or after a time limit. */
  know(list: readonly { drifterId: DrifterId }[]): Promise<void> | undefined;
  /** Resolves once the metadata of all these has been read; at once for the same array again. */
  load(list: readonly { drifterId: DrifterId }[]): Promise<void>;
  /** Undefined if it has not been read. */
  of(drifterId: DrifterId): KnownMetadata | undefined;
  /** IDs of all drifters with metadata, at most five minutes old. */
  list(): Promise<readonly DrifterId[]>;
  /** Counter that grows with each new or changed name or trait. */
  version(): number;
}

interface Kept extends KnownMetadata {
  /** Size and time of the file. */
  stamp: string | undefined;
}

/** Creates a cache of the collection's metadata; changed files are read again in the background. */
export function createCollectionMetadata(
  collectionDir: string,
  now = Date.now,
): CollectionMetadata {
  const folder = join(collectionDir, "metadata");
  const kept = new Map<DrifterId, Kept>();
  const describe = createDescriber();
  let version = 0;
  let readAt = now();
  let known: readonly { drifterId: DrifterId }[] | undefined;
  /** Pending first read of metadata. */
  let coming: Promise<void> | undefined;
  const loaded = new WeakSet<readonly { drifterId: DrifterId }[]>();
  let listed: { at: number; ids: Promise<readonly DrifterId[]> } | undefined;

  return {
    know(list) {
      const isFresh = refresh();
      if (list === known && isFresh) return coming && inTime(coming);
      known = list;
      const reading = readUnknown(list);
      return reading && inTime(reading);
    },
    async load(list) {
      refresh();
      if (loaded.has(list)) return;
      await readUnknown(list);
      loaded.add(list);
    },
    of: (drifterId) => kept.get(drifterId),
    list() {
      if (listed === undefined || now() - listed.at >= freshMilliseconds) {
        listed = { at: now(), ids: listIds(folder) };
      }
      return listed.ids;
    },
    version: () => version,
  };

  /** Reads changed files again if the last time is long ago; returns whether it is not. */
  function refresh(): boolean {
    if (now() - readAt < freshMilliseconds) return true;
    readAt = now();
    void read([...kept.keys()]);
    return false;
  }

  function readUnknown(list: readonly { drifterId: DrifterId }[]): Promise<void> | undefined {
    const unknown = list.map(({ drifterId }) => drifterId).filter((id) => !kept.has(id));
    if (unknown.length === 0) return undefined;
    const reading = read(unknown).finally(() => {
      if (coming === reading) coming = undefined;
    });
    coming = reading;
    return reading;
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
    const file = join(folder, `${id}.json`);
    const stamp = await stampOf(file);
    const before = kept.get(id);
    if (before !== undefined && before.stamp === stamp) return;
    const metadata = stamp === undefined ? undefined : await readDescription(file);
    const described = describe(metadata);
    if (!isSame(described, before)) version += 1;
    kept.set(id, { ...described, stamp });
  }
}

function inTime(reading: Promise<void>): Promise<void> {
  return Promise.race([reading, delay(longestWaitMilliseconds, undefined, { ref: false })]);
}

async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}

async function listIds(folder: string): Promise<readonly DrifterId[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter(isDrifterId);
}

/** Whether name and traits are the same; before the first read there are none. */
function isSame(now: KnownMetadata, before: KnownMetadata | undefined): boolean {
  const traits = before?.traits ?? [];
  if (now.name !== before?.name || now.traits.length !== traits.length) return false;
  return now.traits.every((trait, index) => trait === traits[index]);
}

/** Returns a function that describes metadata with shared objects for equal traits. */
function createDescriber() {
  const shared = new Map<string, { trait: Trait; words: string }>();

  function share({ trait_type, value }: DrifterMetadata["attributes"][number]) {
    const trait = {
      type: shortened(trait_type, longest.type),
      value: shortened(String(value), longest.value),
    };
    const key = JSON.stringify([trait.type, trait.value]);
    const known = shared.get(key) ?? { trait, words: wordsOf(trait.value) };
    shared.set(key, known);
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
  return (text.match(wordPattern) ?? []).map((word) => ` ${folded(word)}`).join("");
}

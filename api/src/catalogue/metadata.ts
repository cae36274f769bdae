import type { DrifterId } from "#protocol/values/drifterId";
import { findWords } from "#protocol/values/searchTerms";
import type { Trait } from "#protocol/wire/responses";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import { formatTrait } from "#protocol/wire/trait";
import { withTimeout } from "../base/withTimeout.ts";
import type { Collection } from "../collection/collection.ts";
import { shorten } from "../narratives/text.ts";
import type { Settings } from "../settings/settings.ts";

/** How long metadata is cached; the app caches it equally long. */
const freshMilliseconds = 5 * 60_000;
/** Delay before metadata is read again after a failure. */
const retryMilliseconds = 30_000;
const readConcurrency = 16;
/** Maximum lengths, in graphemes. */
const maxLengths = { name: 120, type: 60, value: 120 } as const;

/** A token's cached metadata. */
export interface CachedMetadata {
  /** The name, a single line; absent if the token has no name. */
  name?: string;
  traits: readonly Trait[];
  /** Folded words in the name and traits, each preceded by a space. */
  words: string;
}

type MetadataWait = Settings["metadataWaitMilliseconds"];

/** Caches tokens' names and traits; refreshes stale entries in the background. */
export interface CollectionMetadata {
  /** Resolves once all of these tokens' metadata has been read, or after a time limit. */
  know(list: readonly { drifterId: DrifterId }[], limit?: keyof MetadataWait): Promise<void>;
  /** Returns a token's cached metadata; undefined if it has not been read. */
  of(drifterId: DrifterId): CachedMetadata | undefined;
  /** Returns the IDs of all tokens with metadata, at most five minutes old. */
  list(): Promise<readonly DrifterId[]>;
  /** Counter that increases with each new or changed name or trait. */
  version(): number;
}

export function createCollectionMetadata(
  collection: Pick<Collection, "readMetadata" | "listIds">,
  onChange: () => void,
  maxWait: MetadataWait,
  now = Date.now,
): CollectionMetadata {
  const cached = new Map<DrifterId, CachedMetadata & { until: number }>();
  const reading = new Map<DrifterId, Promise<void>>();
  let version = 0;
  let willRetry = false;
  let listed: { until: number; ids: Promise<readonly DrifterId[]> } | undefined;

  return {
    know: (list, limit = "brief") => readDue(list, maxWait[limit]),
    of: (drifterId) => cached.get(drifterId),
    list() {
      if (listed === undefined || listed.until <= now()) {
        const ids = collection.listIds();
        listed = { until: now() + freshMilliseconds, ids };
        // A failed read may succeed on the next request.
        ids.catch(() => {
          listed = undefined;
        });
      }
      return listed.ids;
    },
    version: () => version,
  };

  function isDue(id: DrifterId): boolean {
    return (cached.get(id)?.until ?? 0) <= now();
  }

  /** Waits only for tokens whose metadata has never been read. */
  async function readDue(list: readonly { drifterId: DrifterId }[], milliseconds: number) {
    const due = list.map(({ drifterId }) => drifterId).filter(isDue);
    const unknown = due.filter((id) => !cached.has(id));
    void read(due.filter((id) => cached.has(id)));
    if (unknown.length > 0) await withTimeout(read(unknown), milliseconds);
  }

  async function read(ids: readonly DrifterId[]): Promise<void> {
    const rest = ids.values();
    // Several workers share one iterator, so that files are read concurrently.
    const readers = Array.from({ length: readConcurrency }, async () => {
      for (const id of rest) {
        // A concurrent list may have queued the same token.
        if (!isDue(id)) continue;
        const one = reading.get(id) ?? readOne(id).finally(() => reading.delete(id));
        reading.set(id, one);
        await one;
      }
    });
    await Promise.all(readers);
  }

  async function readOne(id: DrifterId): Promise<void> {
    const before = cached.get(id);
    try {
      const described = describe(await collection.readMetadata(id));
      cached.set(id, { ...described, until: now() + freshMilliseconds });
      if (isSame(described, before ?? nothing)) return;
      version += 1;
      onChange();
    } catch {
      // The collection has logged the error.
      cached.set(id, { ...(before ?? nothing), until: now() + retryMilliseconds });
      // Responses without this metadata are rendered again.
      if (willRetry) return;
      willRetry = true;
      setTimeout(() => {
        willRetry = false;
        onChange();
      }, retryMilliseconds).unref();
    }
  }
}

const nothing: CachedMetadata = { traits: [], words: "" };

function isSame(one: CachedMetadata, other: CachedMetadata): boolean {
  const parts = ({ name, traits }: CachedMetadata) => JSON.stringify([name, traits]);
  return parts(one) === parts(other);
}

function describe(metadata: TokenMetadata | undefined): CachedMetadata {
  if (metadata === undefined) return nothing;
  const name = shorten(metadata.name, maxLengths.name);
  const attributes = metadata.attributes
    .map(({ trait_type, value }) => ({
      type: shorten(trait_type, maxLengths.type),
      value: shorten(String(value), maxLengths.value),
    }))
    .filter(({ type, value }) => type !== "" && value !== "");
  const traits = [...new Map(attributes.map((trait) => [formatTrait(trait), trait])).values()];
  const words = findWords([name, ...traits.map(({ value }) => value)].join("\n"));
  return {
    ...(name !== "" && { name }),
    traits,
    words: words.map(({ folded }) => ` ${folded}`).join(""),
  };
}

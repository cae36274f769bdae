import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DrifterId } from "#protocol/drifterId";
import { readDescription } from "../page/drifterDescription.ts";
import { shortened } from "../page/plainText.ts";

/** As long as the page caches a drifter's metadata. */
const freshMilliseconds = 5 * 60_000;

/** Timeout of reading names, after which the list is sent without the missing ones. */
const longestWaitMilliseconds = 200;

const parallelReads = 16;
const longestName = 120;

/** Names of drifters, for the list. */
export interface DrifterNames {
  /** Resolves once all names are read, or after a time limit. */
  know(list: readonly { drifterId: DrifterId }[]): Promise<void> | undefined;
  /** A drifter's name, if it has been read; undefined if the collection has none. */
  of(drifterId: DrifterId): string | undefined;
  /** Counter that grows with each new or changed name. */
  version(): number;
}

/** Creates a cache of names from the collection's metadata; stale names are refreshed in the background. */
export function createDrifterNames(collectionDir: string, now = Date.now): DrifterNames {
  const names = new Map<DrifterId, string | undefined>();
  let version = 0;
  let readAt = now();
  let known: readonly { drifterId: DrifterId }[] | undefined;
  /** Pending first read of names. */
  let coming: Promise<void> | undefined;

  async function read(ids: readonly DrifterId[]): Promise<void> {
    for (let start = 0; start < ids.length; start += parallelReads) {
      await Promise.all(ids.slice(start, start + parallelReads).map(readOne));
    }
  }

  async function readOne(id: DrifterId): Promise<void> {
    const metadata = await readDescription(join(collectionDir, "metadata", `${id}.json`));
    const name = metadata && (shortened(metadata.name, longestName) || undefined);
    if (name !== names.get(id)) version += 1;
    names.set(id, name);
  }

  return {
    know(list) {
      const isFresh = now() - readAt < freshMilliseconds;
      if (list === known && isFresh) return coming && inTime(coming);
      known = list;
      if (!isFresh) {
        readAt = now();
        void read([...names.keys()]);
      }
      const unknown = list.map(({ drifterId }) => drifterId).filter((id) => !names.has(id));
      if (unknown.length === 0) return undefined;
      const reading = read(unknown).finally(() => {
        if (coming === reading) coming = undefined;
      });
      coming = reading;
      return inTime(reading);
    },
    of: (drifterId) => names.get(drifterId),
    version: () => version,
  };
}

function inTime(reading: Promise<void>): Promise<void> {
  return Promise.race([reading, delay(longestWaitMilliseconds, undefined, { ref: false })]);
}

import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { Chain } from "../chain.ts";
import type { FileCache } from "./fileCache.ts";
import { unusable } from "./gateway.ts";
import type { RemoteFiles } from "./remoteFiles.ts";
import { SharedTasks } from "./sharedTasks.ts";

/** The contract's base URI, read at most once in a while. */
export interface BaseUri {
  /**
   * Returns where a minted drifter's metadata is, as a path of the files.
   *
   * @throws {ApiError} `chain.unavailable` if it was never read; `collection.unusable` if it is elsewhere.
   */
  metadataOf(drifterId: DrifterId): Promise<string>;
  /** The base URI that was read last, if any. */
  last(): string | undefined;
}

interface BaseUriOptions {
  chain: Pick<Chain, "readTokenURI">;
  files: Pick<RemoteFiles, "pathOf" | "place">;
  /** Keeps it for starts without the chain. */
  cache: FileCache;
  /** Names chain and contract. */
  collection: string;
  /** Minimum interval between two reads. */
  lifeMilliseconds: number;
  logger: Logger;
}

/** After the chain failed to answer. */
const pauseMilliseconds = 2_000;

export function createBaseUri(options: BaseUriOptions): BaseUri {
  const { chain, files, cache, collection, lifeMilliseconds, logger } = options;
  const reads = new SharedTasks(pauseMilliseconds);
  const cacheKey = `base URI of ${collection}`;
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  return {
    async metadataOf(drifterId) {
      const isOld = performance.now() - readAt >= lifeMilliseconds;
      const reading = isOld ? reads.run("", () => read(drifterId)) : undefined;
      if (known === undefined) await reading;
      // An older one is used while the chain cannot be read.
      else reading?.catch(() => undefined);
      const path = files.pathOf(`${known}${drifterId}.json`);
      if (path !== undefined) return path;
      throw unusable(`the contract's base URI is not ${files.place}`);
    },
    last: () => known,
  };

  async function read(drifterId: DrifterId): Promise<void> {
    const found = await readFromChain(drifterId).catch(async (error) => {
      const saved = known === undefined ? await cache.get(cacheKey) : undefined;
      if (saved === undefined) throw error;
      return saved.toString();
    });
    readAt = performance.now();
    if (found === known) return;
    known = found;
    cache.set(cacheKey, Buffer.from(found));
    if (files.pathOf(`${found}0.json`) === undefined) {
      logger.warn(
        { baseURI: found.slice(0, 200) },
        `the contract's base URI is not ${files.place}: no portraits, names or traits are shown`,
      );
    }
  }

  /** The contract's `tokenURI` is its base URI, the ID and `.json`. */
  async function readFromChain(drifterId: DrifterId): Promise<string> {
    const tokenURI = await chain.readTokenURI(drifterId);
    const end = `${drifterId}.json`;
    if (!tokenURI.endsWith(end))
      throw unusable(`the contract's token URI does not end with ${end}`);
    return tokenURI.slice(0, -end.length);
  }
}

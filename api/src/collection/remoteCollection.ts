import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Response } from "express";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import { type DrifterMetadata, parseMetadata } from "#protocol/drifterMetadata";
import { apiPaths } from "#protocol/paths";
import type { Settings } from "../env.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { ApiError } from "../problem.ts";
import type { Collection } from "./collection.ts";
import { type FileCache, openFileCache } from "./fileCache.ts";
import { createFolderCollection } from "./folderCollection.ts";
import { mediaTypeAt, pictureTypes, printPicture } from "./prints.ts";
import { createRemoteFiles, type FileKind, type RemoteFiles, unusable } from "./remoteFiles.ts";

/** Folder of the cache in `DATA_DIR`; it can be deleted at any time. */
const cacheFolder = ".collection";

/** Opens the collection in `COLLECTION_DIR`, or at `COLLECTION_ORIGIN`. */
export function openCollection(
  settings: Settings,
  minted: Pick<MintedDrifters, "isMinted">,
  logger: Logger,
): { collection: Collection; close(): Promise<void> } {
  const { collectionOrigin, collectionDir, dataDir } = settings;
  if (collectionOrigin === undefined) {
    return { collection: createFolderCollection(collectionDir), close: async () => undefined };
  }
  const folder = join(dataDir, cacheFolder);
  const cache = openFileCache({ folder, maxBytes: settings.collectionCacheBytes, logger });
  const files = createRemoteFiles(collectionOrigin, settings.collectionTimeoutMilliseconds);
  const pauseMilliseconds = settings.collectionPauseMilliseconds;
  return {
    collection: createRemoteCollection({ files, cache, minted, pauseMilliseconds, logger }),
    close: async () => files.close(),
  };
}

interface RemoteOptions {
  files: RemoteFiles;
  cache: FileCache;
  minted: Pick<MintedDrifters, "isMinted">;
  /** For which a file that could not be read is not requested again. */
  pauseMilliseconds: number;
  logger: Logger;
}

const metadataKind: FileKind = { maxBytes: 64 * 1024 };
const pictureKind: FileKind = { maxBytes: 8 * 1024 ** 2, mediaTypes: pictureTypes };

/** Oldest failures beyond this number are forgotten. */
const maxFailures = 10_000;

/**
 * A collection at an address: metadata `7.json`, and the pictures that it names there. Portraits are converted from
 * these. What has been read is cached. Nothing is requested for drifters that are not minted.
 */
function createRemoteCollection(options: RemoteOptions): Collection {
  const { files, cache, minted, pauseMilliseconds, logger } = options;
  const running = new Map<string, Promise<Buffer>>();
  const failures = new Map<string, { error: unknown; until: number }>();
  let isReported = false;

  return {
    async send(response, path, drifterId) {
      if (path === apiPaths.metadata) {
        const file = await metadataUrlOf(drifterId);
        return sendTagged(response, file, "application/json", () => readJson(file));
      }
      const picture = await pictureUrlOf(drifterId);
      if (picture === undefined) throw new ApiError("drifter.not_found", { detail: noPicture });
      const key = `${picture} at ${path}`;
      const print = async () => printPicture(await readPicture(picture), path);
      return sendTagged(response, key, mediaTypeAt(path), () => readCached(key, print));
    },
    readMetadata,
    findPortrait: async (drifterId) =>
      (await pictureUrlOf(drifterId)) === undefined ? undefined : {},
    stampOf: async (_path, drifterId) => drifterId,
    listIds: async () => [],
  };

  async function metadataUrlOf(drifterId: DrifterId): Promise<string> {
    const url = files.locate(`${drifterId}.json`);
    if (url !== undefined && (await minted.isMinted(drifterId))) return url;
    throw new ApiError("drifter.not_found");
  }

  async function readMetadata(drifterId: DrifterId): Promise<DrifterMetadata | undefined> {
    try {
      const json = await readJson(await metadataUrlOf(drifterId));
      return parseMetadata(JSON.parse(json.toString()));
    } catch (error) {
      if (error instanceof ApiError && isTemporary(error)) throw error;
      return undefined;
    }
  }

  /** URL of the picture that a drifter's metadata names; undefined if it names none among the files. */
  async function pictureUrlOf(drifterId: DrifterId): Promise<string | undefined> {
    const image = (await readMetadata(drifterId))?.image;
    return image === undefined ? undefined : files.locate(image);
  }

  /** Reads metadata that is a JSON object. */
  function readJson(path: string): Promise<Buffer> {
    return readCached(path, async () => {
      const content = await request(path, metadataKind);
      if (!isJsonObject(content)) throw unusable("metadata is not a JSON object");
      return content;
    });
  }

  function readPicture(path: string): Promise<Buffer> {
    return readCached(path, () => request(path, pictureKind));
  }

  /** Reads from the cache, or else once for all who ask; not again for a while after it failed. */
  function readCached(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const found = running.get(key);
    if (found !== undefined) return found;
    const reading = (async () => {
      const kept = await cache.get(key);
      if (kept !== undefined) return kept;
      const failure = failures.get(key);
      if (failure !== undefined && performance.now() < failure.until) throw failure.error;
      const content = await read().catch((error) => {
        failures.set(key, { error, until: performance.now() + pauseMilliseconds });
        const [oldest] = failures.keys();
        if (failures.size > maxFailures && oldest !== undefined) failures.delete(oldest);
        throw error;
      });
      await cache.set(key, content);
      return content;
    })().finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  }

  /** Reads a file; logs the first of several failures. */
  async function request(url: string, kind: FileKind): Promise<Buffer> {
    try {
      const content = await files.read(url, kind);
      isReported = false;
      return content;
    } catch (error) {
      const isOutage = error instanceof ApiError && isTemporary(error);
      if (isOutage && !isReported) {
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        logger.warn(
          { path: new URL(url).pathname, reason },
          "a file cannot be read at COLLECTION_ORIGIN",
        );
        isReported = true;
      }
      throw error;
    }
  }
}

const noPicture = "This drifter's metadata names no picture that the service can read.";

function isTemporary({ code }: ApiError): boolean {
  return code === "collection.unavailable" || code === "chain.unavailable";
}

function isJsonObject(content: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Sends a content that is always the same for this key; reads it only if the client does not have it. */
async function sendTagged(
  response: Response,
  key: string,
  mediaType: string,
  read: () => Promise<Buffer>,
): Promise<void> {
  const tag = createHash("sha256").update(key).digest("base64url").slice(0, 22);
  response.setHeader("ETag", `"${tag}"`);
  if (response.req.fresh) {
    response.status(304).end();
    return;
  }
  const content = await read();
  response.setHeader("Content-Type", mediaType);
  response.send(content);
}

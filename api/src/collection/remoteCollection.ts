import { createHash } from "node:crypto";
import type { Response } from "express";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import { type DrifterMetadata, parseMetadata } from "#protocol/drifterMetadata";
import { apiPaths } from "#protocol/paths";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { ApiError } from "../problem.ts";
import type { BaseUri } from "./baseUri.ts";
import type { Collection } from "./collection.ts";
import type { FileCache } from "./fileCache.ts";
import { type FileKind, type Gateway, unusable } from "./gateway.ts";
import { mediaTypeAt, pictureTypes, printPicture } from "./prints.ts";
import type { RemoteFiles } from "./remoteFiles.ts";
import { SharedTasks } from "./sharedTasks.ts";

interface RemoteOptions {
  files: Pick<RemoteFiles, "pathOf" | "variable">;
  baseUri: BaseUri;
  gateway: Gateway;
  cache: FileCache;
  minted: Pick<MintedDrifters, "isMinted">;
  /** For which a file that could not be read is not requested again. */
  pauseMilliseconds: number;
  logger: Logger;
}

const metadataKind: FileKind = { mostBytes: 64 * 1024 };
const pictureKind: FileKind = { mostBytes: 8 * 1024 ** 2, mediaTypes: pictureTypes };

/**
 * A collection on IPFS, read through a gateway, or at an origin: metadata at the contract's token URIs, and the
 * pictures that they name there. Portraits are converted from these. What has been read is cached, as a CID's content
 * never changes. Nothing is requested for drifters that are not minted.
 */
export function createRemoteCollection(options: RemoteOptions): Collection {
  const { files, baseUri, gateway, cache, minted, pauseMilliseconds, logger } = options;
  const tasks = new SharedTasks(pauseMilliseconds);
  let isReported = false;

  return {
    async send(response, path, drifterId) {
      if (path === apiPaths.metadata) {
        const file = await metadataPathOf(drifterId);
        return sendTagged(response, file, "application/json", () => readJson(file));
      }
      const picture = await picturePathOf(drifterId);
      if (picture === undefined) throw new ApiError("drifter.not_found", { detail: noPicture });
      const key = `${picture} at ${path}`;
      const print = async () => printPicture(await readPicture(picture), path);
      return sendTagged(response, key, mediaTypeAt(path), () => readCached(key, print));
    },
    readMetadata,
    findPortrait: async (drifterId) =>
      (await picturePathOf(drifterId)) === undefined ? undefined : {},
    async stampOf(_path, drifterId) {
      const base = baseUri.last();
      return base && base + drifterId;
    },
    listIds: async () => [],
  };

  async function metadataPathOf(drifterId: DrifterId): Promise<string> {
    if (!(await minted.isMinted(drifterId))) throw new ApiError("drifter.not_found");
    return baseUri.metadataOf(drifterId);
  }

  async function readMetadata(drifterId: DrifterId): Promise<DrifterMetadata | undefined> {
    try {
      const json = await readJson(await metadataPathOf(drifterId));
      return parseMetadata(JSON.parse(json.toString()));
    } catch (error) {
      if (error instanceof ApiError && isTemporary(error)) throw error;
      return undefined;
    }
  }

  /** Path of the picture that a drifter's metadata names; undefined if it names none among the files. */
  async function picturePathOf(drifterId: DrifterId): Promise<string | undefined> {
    const image = (await readMetadata(drifterId))?.image;
    return image === undefined ? undefined : files.pathOf(image);
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

  /** Reads from the cache or else once for all who ask, and then caches it. */
  function readCached(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    return tasks.run(key, async () => {
      const kept = await cache.get(key);
      if (kept !== undefined) return kept;
      const content = await read();
      cache.set(key, content);
      return content;
    });
  }

  /** Reads from the gateway; logs the first of several failures. */
  async function request(path: string, kind: FileKind): Promise<Buffer> {
    try {
      const content = await gateway.read(path, kind);
      isReported = false;
      return content;
    } catch (error) {
      const isOutage = error instanceof ApiError && isTemporary(error);
      if (isOutage && !isReported) {
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        logger.warn({ path, reason }, `a file cannot be read through ${files.variable}`);
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

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Response } from "express";
import { imageSizeFromFile } from "image-size/fromFile";
import type { Logger } from "pino";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import { ifMissing } from "#protocol/values/ifMissing";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { apiPaths, collectionPath, tokenPath, webpPortraits } from "#protocol/wire/paths";
import { parseMetadata, type TokenMetadata, unreadableFields } from "#protocol/wire/tokenMetadata";
import { ApiError } from "../base/apiError.ts";
import type { Collection, CollectionPath, ImageSize } from "./collection.ts";

/** Maximum size; larger files are ignored, because metadata is a few kilobytes. */
const maxMetadataBytes = 256 * 1024;

/**
 * Browsers request WebP portraits without knowing whether the collection has them; the small JPEG
 * replaces a missing WebP.
 */
const optionalPaths: readonly CollectionPath[] = Object.values(webpPortraits);

/** Opens a collection folder, whose layout matches the API paths below `collectionPath`. */
export function createFolderCollection(folder: string, logger: Logger): Collection {
  /** Last reported fields, by token. */
  const reported = new Map<DrifterId, string>();
  /** Tokens whose last metadata read failed. */
  const failed = new Set<DrifterId>();
  const resolveFile = (path: CollectionPath, drifterId: DrifterId) =>
    join(folder, fileName(path, drifterId));

  return {
    send(response, path, drifterId) {
      const otherwise = optionalPaths.includes(path)
        ? fileName(apiPaths.portrait, drifterId)
        : undefined;
      return sendFile(response, folder, fileName(path, drifterId), otherwise);
    },
    async readMetadata(drifterId) {
      const file = resolveFile(apiPaths.metadata, drifterId);
      const json = await readJsonFile(file).catch((cause: Error) => {
        if (!failed.has(drifterId)) logger.error({ file, reason: cause.message }, unreadable);
        failed.add(drifterId);
        throw new ApiError("collection.unavailable", { cause });
      });
      failed.delete(drifterId);
      if (json === undefined) return undefined;
      const fields = unreadableFields(json).join(", ");
      if (fields !== "" && reported.get(drifterId) !== fields)
        logger.warn({ token: drifterId, fields }, "metadata has fields that cannot be shown");
      reported.set(drifterId, fields);
      return readMetadata(json);
    },
    findPortrait: (drifterId) => readPortrait(resolveFile(apiPaths.fullPortrait, drifterId)),
    async readPortrait(drifterId) {
      const content = await readFile(resolveFile(apiPaths.fullPortrait, drifterId)).catch(
        ifMissing,
      );
      if (content === undefined) throw new ApiError("token.not_found");
      return content;
    },
    listIds: () => listIds(join(folder, "metadata")),
  };
}

const unreadable = "metadata cannot be read, so the token is shown without it";

/** Returns the name of a file in the folder. */
export function fileName(path: CollectionPath, drifterId: DrifterId): string {
  return tokenPath(path, drifterId).slice(collectionPath.length);
}

/** Sends a file with its ETag, or the fallback if the file is missing. */
function sendFile(
  response: Response,
  root: string,
  file: string,
  otherwise?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(file, { root, cacheControl: false, acceptRanges: false }, (error) => {
      if (error === undefined || wasCancelled(error)) resolve();
      else if (!isMissing(error)) reject(error);
      else if (otherwise === undefined) reject(new ApiError("token.not_found"));
      else sendFile(response, root, otherwise).then(resolve, reject);
    });
  });
}

function isMissing(error: Error): boolean {
  return "status" in error && error.status === 404;
}

/** Returns whether the client disconnected before the file was sent. */
function wasCancelled(error: Error): boolean {
  return "code" in error && error.code === "ECONNABORTED";
}

/** Returns undefined for a missing or oversized file; null for invalid JSON. */
async function readJsonFile(file: string): Promise<unknown> {
  const found = await stat(file).catch(ifMissing);
  if (!found?.isFile() || found.size > maxMetadataBytes) return undefined;
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(stripByteOrderMark(text));
  } catch {
    return null;
  }
}

function readMetadata(json: unknown): TokenMetadata | undefined {
  try {
    return parseMetadata(json);
  } catch {
    return undefined;
  }
}

async function readPortrait(path: string): Promise<{ size: ImageSize | undefined } | undefined> {
  // Opening a pipe would block until a writer connects.
  const found = await stat(path).catch(ifMissing);
  if (!found?.isFile()) return undefined;
  const size = await imageSizeFromFile(path).catch(() => undefined);
  return { size: size && { width: size.width, height: size.height } };
}

async function listIds(folder: string): Promise<readonly DrifterId[]> {
  const names = await readdir(folder)
    .catch(ifMissing)
    .catch((cause) => {
      throw new ApiError("collection.unavailable", { cause });
    });
  return (names ?? [])
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter(isDrifterId);
}

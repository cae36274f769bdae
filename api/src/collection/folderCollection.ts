import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Response } from "express";
import { imageSizeFromFile } from "image-size/fromFile";
import type { Logger } from "pino";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import { ifMissing } from "#protocol/values/ifMissing";
import { withoutByteOrderMark } from "#protocol/values/textFile";
import { apiPaths, collectionPath, tokenPath, webpPortraits } from "#protocol/wire/paths";
import { parseMetadata, type TokenMetadata, unreadableFields } from "#protocol/wire/tokenMetadata";
import { ApiError } from "../base/apiError.ts";
import type { Collection, CollectionPath, PictureSize } from "./collection.ts";

/** Maximum size; metadata is a few kilobytes, and larger files are ignored. */
const maxMetadataBytes = 256 * 1024;

/**
 * Browsers request a WebP portrait before they can know whether the collection has one: if it is missing, the small
 * JPEG is sent.
 */
const optionalPaths: readonly CollectionPath[] = Object.values(webpPortraits);

/** Opens a collection folder, laid out like the API paths below `collectionPath`. */
export function createFolderCollection(folder: string, logger: Logger): Collection {
  /** Last reported fields, by token. */
  const reported = new Map<DrifterId, string>();
  /** Tokens whose last metadata read failed. */
  const failed = new Set<DrifterId>();
  const resolveFile = (path: CollectionPath, drifterId: DrifterId) =>
    join(folder, nameOf(path, drifterId));

  return {
    send(response, path, drifterId) {
      const otherwise = optionalPaths.includes(path)
        ? nameOf(apiPaths.portrait, drifterId)
        : undefined;
      return sendFile(response, folder, nameOf(path, drifterId), otherwise);
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
    listIds: () => listIds(join(folder, "metadata")),
  };
}

const unreadable = "metadata cannot be read, so the token is shown without it";

/** Returns the name of a file in the folder. */
export function nameOf(path: CollectionPath, drifterId: DrifterId): string {
  return tokenPath(path, drifterId).slice(collectionPath.length);
}

/** Sends a file, or its fallback if it is missing, with its ETag. */
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

/** Returns undefined if the file is missing or too large; null if it is not JSON. */
async function readJsonFile(file: string): Promise<unknown> {
  const found = await stat(file).catch(ifMissing);
  if (!found?.isFile() || found.size > maxMetadataBytes) return undefined;
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(withoutByteOrderMark(text));
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

async function readPortrait(path: string): Promise<{ size: PictureSize | undefined } | undefined> {
  // Opening a pipe would wait for its writer.
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

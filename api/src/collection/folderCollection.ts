import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Response } from "express";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import { apiPaths, collectionPath, tokenPath, webpPortraits } from "#protocol/paths";
import { parseMetadata, type TokenMetadata } from "#protocol/tokenMetadata";
import { ApiError } from "../http/problem.ts";
import type { Collection, CollectionPath, PictureSize } from "./collection.ts";

/** Metadata is a few kilobytes; larger files are ignored. */
const maxMetadataBytes = 256 * 1024;

/** Cameras write kilobytes of metadata before the size. */
const maxHeaderBytes = 64 * 1024;

/**
 * Browsers choose a WebP portrait before they can know whether the collection has one: if its file is missing, the
 * small JPEG is sent.
 */
const optionalPaths: readonly CollectionPath[] = Object.values(webpPortraits);

/** A collection in a folder, laid out as the API's paths below `collectionPath`. */
export function createFolderCollection(folder: string): Collection {
  const fileOf = (path: CollectionPath, drifterId: DrifterId) =>
    join(folder, nameOf(path, drifterId));

  return {
    send(response, path, drifterId) {
      const otherwise = optionalPaths.includes(path)
        ? nameOf(apiPaths.portrait, drifterId)
        : undefined;
      return sendFile(response, folder, nameOf(path, drifterId), otherwise);
    },
    readMetadata: (drifterId) => readMetadataFile(fileOf(apiPaths.metadata, drifterId)),
    findPortrait: (drifterId) => readPortrait(fileOf(apiPaths.fullPortrait, drifterId)),
    listIds: () => listIds(join(folder, "metadata")),
  };
}

/** Name of a file in the folder. */
export function nameOf(path: CollectionPath, drifterId: DrifterId): string {
  return tokenPath(path, drifterId).slice(collectionPath.length);
}

/** Sends a file, or the other one if it is missing, with its ETag. */
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

/** Whether the client disconnected before the file was sent. */
function wasCancelled(error: Error): boolean {
  return "code" in error && error.code === "ECONNABORTED";
}

async function readMetadataFile(file: string): Promise<TokenMetadata | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > maxMetadataBytes) return undefined;
    return parseMetadata(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

async function readPortrait(path: string): Promise<{ size: PictureSize | undefined } | undefined> {
  try {
    // To open a pipe would wait for its writer.
    if (!(await stat(path)).isFile()) return undefined;
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maxHeaderBytes) });
    return { size: jpegSize(buffer.subarray(0, bytesRead)) };
  } catch {
    return undefined;
  }
}

/** Reads a JPEG's size from its first bytes; undefined if they are not a JPEG's or lack the size. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  // A segment: 0xff, its marker, and its length, which includes the length field.
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    if (isFrame(bytes.readUInt8(at + 1))) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether a marker is a start of frame: 0xc0 to 0xcf except DHT, JPG and DAC. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}

async function listIds(folder: string): Promise<readonly DrifterId[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter(isDrifterId);
}

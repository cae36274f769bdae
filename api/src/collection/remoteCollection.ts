import { randomUUID } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/values/drifterId";
import { noun } from "#protocol/values/noun";
import { apiPaths, webpPortraits } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import { folderMode } from "../files/durableFile.ts";
import { TaskQueue } from "../files/taskQueue.ts";
import type { Settings } from "../settings/settings.ts";
import type { Collection } from "./collection.ts";
import { createFolderCollection, fileName } from "./folderCollection.ts";
import { convertImage } from "./portraits.ts";
import { createRemoteFiles, type FileKind, type RemoteFiles, unusable } from "./remoteFiles.ts";

const metadataKind: FileKind = { maxBytes: 64 * 1024 };
/** Excludes SVG, which may contain scripts. */
const imageLimits: FileKind = {
  maxBytes: 8 * 1024 ** 2,
  mediaTypes: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"],
};
/**
 * Opens a remote collection: metadata `7.json` and the images that it references on the same host. At the first
 * request, a token's files, including images in every size that the service offers, are cached in a folder that is
 * served like a local collection. After a failure, a file is not requested again for a while.
 */
export function createRemoteCollection(
  settings: Pick<Settings, "collectionTimeoutMilliseconds" | "collectionPauseMilliseconds">,
  address: string,
  folder: string,
  logger: Logger,
): Collection {
  const files = createRemoteFiles(address, settings.collectionTimeoutMilliseconds);
  const request = createReportedRead(files, logger);
  const copied = createFolderCollection(folder, logger);
  const copyOnce = createFileCache(folder, settings.collectionPauseMilliseconds);
  const printing = new TaskQueue();
  /** Tokens whose images were reported as hosted elsewhere. */
  const elsewhere = new Set<DrifterId>();

  return {
    async send(response, path, drifterId) {
      await (path === apiPaths.metadata ? copyMetadata(drifterId) : cacheImages(drifterId));
      await copied.send(response, path, drifterId);
    },
    readMetadata,
    async findPortrait(drifterId) {
      const found = await copied.findPortrait(drifterId);
      if (found !== undefined) return found;
      const image = (await readMetadata(drifterId))?.image;
      return image === undefined || files.locate(image) === undefined ? undefined : {};
    },
    async readPortrait(drifterId) {
      await cacheImages(drifterId);
      return copied.readPortrait(drifterId);
    },
    listIds: async () => [],
  };

  async function readMetadata(drifterId: DrifterId) {
    try {
      await copyMetadata(drifterId);
    } catch (error) {
      if (error instanceof ApiError && error.code === "collection.unavailable") throw error;
      return undefined;
    }
    return copied.readMetadata(drifterId);
  }

  function copyMetadata(drifterId: DrifterId): Promise<void> {
    return copyOnce(fileName(apiPaths.metadata, drifterId), async (file) => {
      const content = await request(new URL(`${drifterId}.json`, address).href, metadataKind);
      if (!isJsonObject(content)) throw unusable("metadata is not a JSON object");
      await write(file, content);
    });
  }

  function cacheImages(drifterId: DrifterId): Promise<void> {
    // Written last, so that its presence proves that the other files are complete.
    return copyOnce(fileName(webpPortraits[480], drifterId), async () => {
      const image = (await readMetadata(drifterId))?.image;
      if (image === undefined) throw new ApiError("token.not_found", { detail: noImageMessage });
      const original = await request(locate(image, drifterId), imageLimits);
      // One image at a time, because decoding takes 4 bytes of memory per pixel.
      await printing.enqueue("picture", async () => {
        for await (const [path, content] of convertImage(original))
          await write(join(folder, fileName(path, drifterId)), content);
      });
    });
  }

  /** Returns a token's image URL; logs once if the image is hosted elsewhere. */
  function locate(image: string, drifterId: DrifterId): string {
    const url = files.locate(image);
    if (url !== undefined) return url;
    if (!elsewhere.has(drifterId)) {
      elsewhere.add(drifterId);
      const shown = { token: drifterId, field: "image", image: image.slice(0, 200) };
      logger.warn(shown, "an image is not hosted at COLLECTION_ORIGIN, so it is not shown");
    }
    throw unusable("an image is not hosted at the collection's address");
  }
}

/**
 * Returns a function that creates a missing file. Concurrent calls share one attempt; after a
 * failure, the next attempt is delayed.
 */
function createFileCache(folder: string, pauseMilliseconds: number) {
  /** Pending downloads and recent failures, by file. */
  const copying = new Map<string, Promise<void>>();
  return (name: string, copy: (file: string) => Promise<void>): Promise<void> => {
    const file = join(folder, name);
    const found = copying.get(file);
    if (found !== undefined) return found;
    const made = access(file).catch(() => copy(file));
    const forget = () => copying.delete(file);
    made.then(forget, () => setTimeout(forget, pauseMilliseconds).unref());
    copying.set(file, made);
    return made;
  };
}

/** Returns a function that reads a file and logs the first of consecutive failures. */
function createReportedRead(files: RemoteFiles, logger: Logger): RemoteFiles["read"] {
  let isReported = false;
  return async (url, kind) => {
    try {
      const content = await files.read(url, kind);
      isReported = false;
      return content;
    } catch (error) {
      if (!isReported && error instanceof ApiError && error.code === "collection.unavailable") {
        isReported = true;
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        const path = new URL(url).pathname;
        logger.warn({ path, reason }, "a file cannot be read at COLLECTION_ORIGIN");
      }
      throw error;
    }
  };
}

const noImageMessage = `This ${noun}'s metadata has no image.`;

/** Writes a file atomically: after a crash, the file is complete or missing. */
async function write(file: string, content: Buffer): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: folderMode });
    const temporary = `${file}.${randomUUID()}.tmp`;
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await rename(temporary, file);
  } catch (cause) {
    throw new ApiError("collection.unavailable", { cause });
  }
}

function isJsonObject(content: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import { createHash, randomUUID } from "node:crypto";
import { access, constants, mkdir, mkdtemp, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import type { Sharp } from "sharp";
import type { DrifterId } from "#protocol/values/drifterId";
import { noun } from "#protocol/values/noun";
import { apiPaths, webpPortraits } from "#protocol/wire/paths";
import { ApiError } from "../base/apiError.ts";
import { folderMode } from "../files/durableFile.ts";
import type { Settings } from "../settings/settings.ts";
import type { Collection, CollectionPath } from "./collection.ts";
import { createFolderCollection, nameOf } from "./folderCollection.ts";
import { createRemoteFiles, type FileKind, unusable } from "./remoteFiles.ts";

/** Folder of the copies in `DATA_DIR`; it can be deleted at any time. */
const copiesFolder = ".collection";

const metadataKind: FileKind = { maxBytes: 64 * 1024 };
/** SVG is not among the types: it may contain scripts. */
const pictureKind: FileKind = {
  maxBytes: 8 * 1024 ** 2,
  mediaTypes: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"],
};
/** The first bytes of such pictures, whatever type the server names. */
const rasterStart = /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s;
/** A picture of more pixels is not decoded. */
const maxPixels = 64e6;
const maxSeconds = 15;

/** How a picture is converted for each path. */
const prints: readonly [CollectionPath, (picture: Sharp) => Sharp][] = [
  [apiPaths.portrait, (picture) => opaque(picture.resize(480, 480)).jpeg({ quality: 82 })],
  [
    apiPaths.fullPortrait,
    (picture) =>
      opaque(picture.resize(2_048, 2_048, { fit: "inside", withoutEnlargement: true })).jpeg({
        quality: 88,
      }),
  ],
  ...Object.entries(webpPortraits).map(
    ([width, path]): [CollectionPath, (picture: Sharp) => Sharp] => [
      path,
      (picture) => picture.resize(Number(width), Number(width)).webp({ quality: 72 }),
    ],
  ),
];

function opaque(picture: Sharp): Sharp {
  return picture.flatten({ background: "white" });
}

/** Opens the collection in `COLLECTION_DIR`, or at `COLLECTION_ORIGIN`. */
export async function openCollection(settings: Settings, logger: Logger): Promise<Collection> {
  const { collectionOrigin, collectionDir } = settings;
  if (collectionOrigin === undefined) return createFolderCollection(collectionDir, logger);
  const address = createHash("sha256").update(collectionOrigin).digest("hex").slice(0, 16);
  const folder = join(settings.dataDir, copiesFolder, address);
  try {
    await mkdir(folder, { recursive: true, mode: folderMode });
    await access(folder, constants.W_OK);
  } catch (error) {
    logger.warn({ err: error }, "the collection's files are kept until the next start only");
    const temporary = await mkdtemp(join(tmpdir(), "collection-"));
    return createRemoteCollection(settings, collectionOrigin, temporary, logger);
  }
  return createRemoteCollection(settings, collectionOrigin, folder, logger);
}

/**
 * A collection at an address: metadata `7.json`, and the pictures that it names there. The files of a token are
 * copied when they are first requested, pictures in every size that the service has, into a folder that is served as a
 * local collection's. One that cannot be read is not requested again for a while.
 */
function createRemoteCollection(
  settings: Pick<Settings, "collectionTimeoutMilliseconds" | "collectionPauseMilliseconds">,
  address: string,
  folder: string,
  logger: Logger,
): Collection {
  const files = createRemoteFiles(address, settings.collectionTimeoutMilliseconds);
  const copied = createFolderCollection(folder, logger);
  /** By the requested file: running copies, and those that failed a moment ago. */
  const copying = new Map<string, Promise<void>>();
  let lastPrint: Promise<unknown> = Promise.resolve();
  /** Tokens whose pictures were reported to be at other addresses. */
  const elsewhere = new Set<DrifterId>();
  let isReported = false;

  return {
    async send(response, path, drifterId) {
      await (path === apiPaths.metadata ? copyMetadata(drifterId) : copyPictures(drifterId));
      await copied.send(response, path, drifterId);
    },
    readMetadata,
    findPortrait: async (drifterId) =>
      (await copied.findPortrait(drifterId)) ??
      ((await pictureOf(drifterId)) === undefined ? undefined : {}),
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

  /** URL of the picture that a token's metadata names; undefined if it names none among the files. */
  async function pictureOf(drifterId: DrifterId): Promise<string | undefined> {
    const image = (await readMetadata(drifterId))?.image;
    return image === undefined ? undefined : files.locate(image);
  }

  function copyMetadata(drifterId: DrifterId): Promise<void> {
    return copyOnce(nameOf(apiPaths.metadata, drifterId), async (file) => {
      const content = await request(new URL(`${drifterId}.json`, address).href, metadataKind);
      if (!isJsonObject(content)) throw unusable("metadata is not a JSON object");
      await write(file, content);
    });
  }

  function copyPictures(drifterId: DrifterId): Promise<void> {
    // Written last: its presence proves the others.
    const lastPath = webpPortraits[480];
    return copyOnce(nameOf(lastPath, drifterId), async () => {
      const url = await pictureOf(drifterId);
      if (url === undefined) {
        const image = (await readMetadata(drifterId))?.image;
        if (image === undefined) throw new ApiError("token.not_found", { detail: noPicture });
        if (!elsewhere.has(drifterId)) {
          elsewhere.add(drifterId);
          const shown = { token: drifterId, field: "image", image: image.slice(0, 200) };
          logger.warn(shown, "a picture is not at COLLECTION_ORIGIN, so it is not shown");
        }
        throw unusable("a picture is not at the address of the collection");
      }
      const original = await request(url, pictureKind);
      // One at a time: decoding takes memory, 4 bytes a pixel.
      const printing = lastPrint.then(() => print(original, drifterId));
      lastPrint = printing.catch(() => undefined);
      await printing;
    });
  }

  async function print(original: Buffer, drifterId: DrifterId): Promise<void> {
    if (!rasterStart.test(original.toString("latin1", 0, 12))) {
      throw unusable("a picture is not a JPEG, PNG, WebP, GIF or AVIF");
    }
    // Loaded only for collections elsewhere: it is 20 MB of native code.
    const { default: sharp } = await import("sharp");
    for (const [path, convert] of prints) {
      const picture = sharp(original, { limitInputPixels: maxPixels, failOn: "error" });
      const content = await convert(picture.timeout({ seconds: maxSeconds }).autoOrient())
        .toBuffer()
        .catch(() => {
          throw unusable("a picture is damaged or too large");
        });
      await write(join(folder, nameOf(path, drifterId)), content);
    }
  }

  /**
   * Makes a file if it is missing. Concurrent requests share one attempt; after a failure, the next one waits a while.
   */
  function copyOnce(name: string, copy: (file: string) => Promise<void>): Promise<void> {
    const file = join(folder, name);
    const found = copying.get(file);
    if (found !== undefined) return found;
    const made = access(file).catch(() => copy(file));
    const forget = () => copying.delete(file);
    made.then(forget, () => setTimeout(forget, settings.collectionPauseMilliseconds).unref());
    copying.set(file, made);
    return made;
  }

  /** Reads a file; logs the first of several failures. */
  async function request(url: string, kind: FileKind): Promise<Buffer> {
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
  }
}

const noPicture = `This ${noun}'s metadata names no picture.`;

/** Writes a whole file: after a crash there is either all of it or nothing under its name. */
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

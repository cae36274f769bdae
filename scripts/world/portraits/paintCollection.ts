import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { collectionConfig } from "#collection/collection.config.ts";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { collectionMetadata } from "#protocol/wire/collectionMetadata";
import {
  apiPaths,
  collectionPath,
  type TokenPath,
  tokenPath,
  webpPortraits,
} from "#protocol/wire/paths";
import { parseMetadata } from "#protocol/wire/tokenMetadata";
import type { Artwork, DrawArtwork } from "../../shared/artwork.ts";
import { callInChild } from "../../shared/callInChild.ts";

/** One of a token's images. */
interface Print {
  /** Path at which the service serves the image. */
  path: TokenPath;
  /** Width and height in pixels; undefined means the artwork's. */
  side?: number;
  format: "jpeg" | "webp";
  /** sharp options for the format. */
  options: { quality: number; mozjpeg?: boolean };
}

/** A token's images: a small JPEG, the same and smaller sizes as WebP, and full size. */
const prints: readonly Print[] = [
  {
    path: apiPaths.portrait,
    side: 480,
    format: "jpeg",
    options: { quality: 82, mozjpeg: true },
  },
  ...Object.entries(webpPortraits).map(
    ([side, path]): Print => ({
      path,
      side: Number(side),
      format: "webp",
      options: { quality: 72 },
    }),
  ),
  { path: apiPaths.fullPortrait, format: "jpeg", options: { quality: 88 } },
];

interface PaintOptions {
  tokens: readonly { id: number; phase: string }[];
  /** Folder for the files that the service serves below `collectionPath`. */
  directory: string;
  /** Folder with rendered portraits, which every world in this working tree reuses. */
  cache: string;
  /** Maximum number of portraits; further tokens reuse them in turn. */
  paintedAtMost?: number | undefined;
  /** Called after each token. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

export type PaintCollection = (options: PaintOptions) => Promise<number[]>;

/** Does what `paintCollection` does in a child process, because drawing leaves a process larger by 500 MB. */
export const paintInChild: PaintCollection = async (options) => {
  const missing = await callInChild(
    { module: import.meta.url, name: paintCollection.name },
    options,
  );
  // Safety: the result of the function below.
  return missing as number[];
};

/**
 * Writes the collection's metadata, and tokens' metadata and portraits. Every file is replaced as a whole, so this can
 * be interrupted.
 *
 * @returns the IDs without artwork.
 */
export async function paintCollection(options: PaintOptions): Promise<number[]> {
  const { tokens, directory, cache, paintedAtMost = tokens.length, onProgress } = options;
  const folders = [apiPaths.metadata, ...prints.map(({ path }) => path)].map((path) =>
    dirname(cachedFile(directory, path, 0)),
  );
  for (const folder of [cache, ...folders]) await mkdir(folder, { recursive: true });
  let done = 0;
  const missing: number[] = [];
  const draw = await openArtwork();
  const rendered = new Map<number, Promise<string[]>>();
  const queue = tokens.entries();
  const paint = async () => {
    for (const [index, token] of queue) {
      const sitter = tokens[index % paintedAtMost] ?? token;
      const [artwork, shown] = await Promise.all([draw(token), draw(sitter)]);
      if (artwork === undefined || shown === undefined) {
        missing.push(token.id);
        continue;
      }
      const pictures = rendered.get(sitter.id) ?? renderOnce(cache, shown.picture());
      rendered.set(sitter.id, pictures);
      const text = cachedFile(directory, apiPaths.metadata, token.id);
      const metadata = `${JSON.stringify(artwork.metadata, null, 2)}\n`;
      await replaceFile(text, (file) => writeFile(file, metadata));
      for (const [print, file] of (await pictures).entries()) {
        await linkFile(
          file,
          cachedFile(directory, prints[print]?.path ?? apiPaths.portrait, token.id),
        );
      }
      done += 1;
      onProgress?.({ done, total: tokens.length });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, paint));
  const ofCollection = join(directory, apiPaths.collectionMetadata.slice(collectionPath.length));
  const metadata = `${JSON.stringify(collectionMetadata(), null, 2)}\n`;
  await replaceFile(ofCollection, (file) => writeFile(file, metadata));
  return missing.sort((a, b) => a - b);
}

function cachedFile(directory: string, path: TokenPath, id: number): string {
  return join(directory, tokenPath(path, String(id)).slice(collectionPath.length));
}

/** Returns an artwork's cached files, in the order of `prints`, rendering missing files. */
async function renderOnce(
  cache: string,
  { key, paint }: ReturnType<Artwork["picture"]>,
): Promise<string[]> {
  const digest = createHash("sha256")
    .update(JSON.stringify([key, prints]))
    .digest("hex");
  const files = prints.map(({ side = "full", format }) =>
    join(cache, `${digest}-${side}.${format}`),
  );
  // Files are written in this order, so if the last file exists, all do.
  if (existsSync(files.at(-1) ?? "")) return files;
  const picture = await paint();
  for (const [index, { side, format, options }] of prints.entries()) {
    const print = picture.clone().resize(side).toFormat(format, options);
    await replaceFile(files[index] ?? "", (unfinished) => print.toFile(unfinished));
  }
  return files;
}

/** Makes `to` a hard link to `from`, or a copy if the disk does not support hard links. */
async function linkFile(from: string, to: string): Promise<void> {
  // Renaming a hard link over another link to the same file would do nothing.
  await rm(to, { force: true });
  await replaceFile(to, (unfinished) =>
    link(from, unfinished).catch(() => copyFile(from, unfinished)),
  );
}

async function replaceFile(file: string, write: (unfinished: string) => Promise<unknown>) {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await write(unfinished);
  await rename(unfinished, file);
}

/** Folder with the collection's art. */
const artFolder = join(import.meta.dirname, "../../../collection/art");

/** Opens the collection's art: code that draws it, or a folder with the service's layout. */
async function openArtwork(): Promise<DrawArtwork> {
  const art: string = collectionConfig.art;
  if (art === "folder") return readArtwork;
  const file = pathToFileURL(join(artFolder, "artwork.ts")).href;
  // Safety: `art: "drawn"` guarantees this export.
  const { drawArtwork } = (await import(file)) as { drawArtwork: DrawArtwork };
  return drawArtwork;
}

const readArtwork: DrawArtwork = async ({ id }) => {
  const text = join(artFolder, `metadata/${id}.json`);
  const full = join(artFolder, `images/full/${id}.jpg`);
  const [metadata, file] = await Promise.all([
    // `npm run collection -- check` reports what is wrong.
    readFile(text, "utf8")
      .then((text) => JSON.parse(stripByteOrderMark(text)))
      .then(parseMetadata)
      .catch(() => undefined),
    stat(full).catch(() => undefined),
  ]);
  if (metadata === undefined || file === undefined) return undefined;
  // Imported on demand, because a world whose portraits another process draws does not need it.
  const { default: sharp } = await import("sharp");
  const key = `${full} ${file.size} ${file.mtimeMs}`;
  return { metadata, picture: () => ({ key, paint: async () => sharp(full) }) };
};

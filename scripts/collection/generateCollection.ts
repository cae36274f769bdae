import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { apiPaths, type DrifterPath, drifterPath } from "#protocol/paths";
import { createDrifter, type Drifter } from "./drifter.ts";
import { metadataOf } from "./metadata.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { portraitDigest } from "./portraitDigest.ts";
import { printPortrait, prints } from "./printPortrait.ts";
import { type PrintShelf, putInPlace } from "./printShelf.ts";

interface CollectionOptions {
  drifters: readonly { id: number; phase: string }[];
  /** Folder for the files that the service serves below `/drifters/`; other files in it are deleted. */
  directory: string;
  /** The same seed gives the same drifters. */
  seed?: string;
  /** Origin for the `image` URLs of the metadata; without it they are relative to the site's root. */
  publicUrl?: string;
  /** Cache of portraits, shared with other collections. */
  shelf?: PrintShelf;
  /** Maximum number of portraits, with a shelf; further drifters reuse them in turn. */
  paintedAtMost?: number;
  /** Called after each drifter, reused ones included. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

interface Collection {
  drifters: Drifter[];
  /** The number of drifters that were drawn; the files of the others were still valid. */
  drawn: number;
}

/** The seed of the collection that the tales are about. */
export const standardSeed = "fringe";

/** By drifter ID: the digest of the inputs of its files, and their sizes in bytes. */
type Manifest = Record<string, { digest: string; bytes: number[] }>;

/**
 * Draws the collection into `directory`. Keeps valid files, deletes those of other drifters, and writes files
 * atomically, so that it can be interrupted at any time.
 */
export async function generateCollection(options: CollectionOptions): Promise<Collection> {
  const { directory, publicUrl = "", seed = standardSeed, shelf, onProgress } = options;
  const drifters = options.drifters.map((drifter) => createDrifter(seed, drifter));
  const known = await readManifest(directory);
  const manifest: Manifest = {};
  const sitterFor = chooseSitters(drifters, options.paintedAtMost);
  let done = 0;
  let drawn = 0;

  await prepare(directory, drifters);
  await forEachAtOnce(availableParallelism(), drifters, async (drifter) => {
    const work = plan(directory, drifter, { publicUrl, sitter: sitterFor(drifter) });
    const entry = known[drifter.id];
    if (entry?.digest === work.digest && (await haveSizes(work.files, entry.bytes))) {
      manifest[drifter.id] = entry;
    } else {
      manifest[drifter.id] = { digest: work.digest, bytes: await carryOut(work, shelf) };
      drawn += 1;
      // With a shelf, an interruption loses nothing.
      if (!shelf) await writeManifest(directory, { ...known, ...manifest });
    }
    done += 1;
    onProgress?.({ done, total: drifters.length });
  });
  await writeManifest(directory, manifest);
  return { drifters, drawn };
}

interface Work {
  metadata: string;
  /** Drifter whose portrait is used. */
  sitter: Drifter;
  /** Digest of the files' inputs. */
  digest: string;
  /** Metadata, then the pictures in the order of `prints`. */
  files: readonly [string, ...string[]];
}

/** @returns for each drifter the one whose portrait it has: itself, or one of the first `atMost` drifters. */
function chooseSitters(drifters: readonly Drifter[], atMost = drifters.length) {
  const places = new Map(drifters.map(({ id }, place) => [id, place]));
  return (drifter: Drifter) => drifters[(places.get(drifter.id) ?? 0) % atMost] ?? drifter;
}

function plan(
  directory: string,
  drifter: Drifter,
  { publicUrl, sitter }: { publicUrl: string; sitter: Drifter },
): Work {
  const metadata = `${JSON.stringify(metadataOf(drifter, publicUrl), null, 2)}\n`;
  return {
    metadata,
    sitter,
    digest: createHash("sha256").update(metadata).update(portraitDigest(sitter)).digest("hex"),
    files: filesOf(directory, drifter.id),
  };
}

function filesOf(directory: string, id: number): Work["files"] {
  const fileAt = (path: DrifterPath) =>
    join(directory, drifterPath(path, String(id)).replace("/drifters/", ""));
  return [fileAt(apiPaths.metadata), ...prints.map(({ path }) => fileAt(path))];
}

/** Writes the files of one drifter and returns their sizes. */
async function carryOut(work: Work, shelf: PrintShelf | undefined): Promise<number[]> {
  return shelf ? takeFromShelf(work, shelf) : print(work);
}

async function takeFromShelf({ metadata, sitter, files }: Work, shelf: PrintShelf) {
  const [text, ...pictures] = files;
  const portrait = await shelf.take(sitter);
  await writeWhole(text, metadata);
  for (const [index, print] of portrait.entries()) {
    const place = pictures[index] ?? "";
    await rm(place, { force: true });
    await putInPlace(print, place);
  }
  return Promise.all(files.map(async (file) => (await stat(file)).size));
}

async function print({ metadata, sitter, files }: Work): Promise<number[]> {
  const contents = [Buffer.from(metadata), ...(await printPortrait(drawPortrait(sitter)))];
  await Promise.all(files.map((file, index) => writeWhole(file, contents[index] ?? "")));
  return contents.map((content) => content.length);
}

async function haveSizes(files: readonly string[], bytes: readonly number[]): Promise<boolean> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (found) => found.size,
        () => -1,
      ),
    ),
  );
  return sizes.every((size, index) => size === bytes[index]);
}

/** Creates the folders, and removes files that are not part of this collection. */
async function prepare(directory: string, drifters: readonly Drifter[]): Promise<void> {
  const expected = new Set(drifters.flatMap(({ id }) => filesOf(directory, id)));
  for (const folder of new Set(filesOf(directory, 0).map(dirname))) {
    await mkdir(folder, { recursive: true });
    const entries = await readdir(folder, { withFileTypes: true });
    const strangers = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name))
      .filter((file) => !expected.has(file));
    await Promise.all(strangers.map((file) => rm(file)));
  }
}

const manifestFile = (directory: string) => join(directory, "manifest.json");

/** Reads the manifest; without a readable one, everything is drawn again. */
async function readManifest(directory: string): Promise<Manifest> {
  try {
    // Safety: `writeManifest` writes it atomically.
    return JSON.parse(await readFile(manifestFile(directory), "utf8")) as Manifest;
  } catch {
    return {};
  }
}

function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  return writeWhole(manifestFile(directory), JSON.stringify(manifest));
}

/** Replaces `file` atomically. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** Runs `task` for each item, at most `limit` of them at a time. */
async function forEachAtOnce<Item>(
  limit: number,
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

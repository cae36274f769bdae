import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createDrifter, type Drifter } from "./drifter.ts";
import { metadataOf } from "./metadata.ts";
import { drawPortrait, type Portrait } from "./portrait/portrait.ts";
import { press, printPortrait, prints } from "./printPortrait.ts";

interface CollectionOptions {
  drifters: readonly { id: number; phase: string }[];
  /** Gets `metadata/{id}.json`, `images/{id}.jpg` and `images/full/{id}.jpg`; belongs to the collection alone. */
  directory: string;
  /** The same seed gives the same drifters. */
  seed?: string;
  /** Origin for the `image` URLs of the metadata; without it they are relative to the site's root. */
  publicUrl?: string;
  /** Called after each drifter, reused ones included. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

interface Collection {
  drifters: Drifter[];
  /** How many were drawn anew; the others were still valid. */
  drawn: number;
}

/** The seed of the collection that the tales are about. */
export const standardSeed = "fringe";

/** By drifter id: what its files were made from, and how many bytes each has. */
type Manifest = Record<string, { digest: string; bytes: number[] }>;

/**
 * Draws the collection into `directory`. Files that are still valid are kept, files of other drifters
 * are removed, and a file is either complete or not there, whenever the process is interrupted.
 */
export async function generateCollection(options: CollectionOptions): Promise<Collection> {
  const { directory, publicUrl = "", seed = standardSeed, onProgress } = options;
  const drifters = options.drifters.map((drifter) => createDrifter(seed, drifter));
  const known = await readManifest(directory);
  const manifest: Manifest = {};
  let done = 0;
  let drawn = 0;

  await prepare(directory, drifters);
  await forEachAtOnce(availableParallelism(), drifters, async (drifter) => {
    const work = plan(directory, drifter, publicUrl);
    const entry = known[drifter.id];
    if (entry?.digest === work.digest && (await haveSizes(work.files, entry.bytes))) {
      manifest[drifter.id] = entry;
    } else {
      manifest[drifter.id] = { digest: work.digest, bytes: await carryOut(work) };
      drawn += 1;
      await writeManifest(directory, { ...known, ...manifest });
    }
    done += 1;
    onProgress?.({ done, total: drifters.length });
  });
  await writeManifest(directory, manifest);
  return { drifters, drawn };
}

interface Work {
  metadata: string;
  portrait: Portrait;
  /** Of everything that the files follow from. */
  digest: string;
  /** Metadata, small and full picture. */
  files: readonly [string, string, string];
}

function plan(directory: string, drifter: Drifter, publicUrl: string): Work {
  const metadata = `${JSON.stringify(metadataOf(drifter, publicUrl), null, 2)}\n`;
  const portrait = drawPortrait(drifter);
  return {
    metadata,
    portrait,
    digest: createHash("sha256")
      .update(JSON.stringify([metadata, portrait, prints, press]))
      .digest("hex"),
    files: filesOf(directory, drifter.id),
  };
}

function filesOf(directory: string, id: number): Work["files"] {
  return [
    join(directory, "metadata", `${id}.json`),
    join(directory, "images", `${id}.jpg`),
    join(directory, "images", "full", `${id}.jpg`),
  ];
}

/** Writes the files of one drifter and returns their sizes. */
async function carryOut({ metadata, portrait, files }: Work): Promise<number[]> {
  const { full, small } = await printPortrait(portrait);
  const contents = [Buffer.from(metadata), small, full];
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

/** Makes the folders, and removes from them what is not of this collection. */
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

/** A manifest that is missing or unreadable only means that everything is drawn anew. */
async function readManifest(directory: string): Promise<Manifest> {
  try {
    // Safety: written by `writeManifest` as a whole or not at all.
    return JSON.parse(await readFile(manifestFile(directory), "utf8")) as Manifest;
  } catch {
    return {};
  }
}

function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  return writeWhole(manifestFile(directory), JSON.stringify(manifest));
}

/** Replaces `file` in one step: a reader, or the next run, sees all of it or what was there before. */
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

import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Drifter } from "./drifter.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { portraitDigest } from "./portraitDigest.ts";
import { printPortrait, prints } from "./printPortrait.ts";

/** A folder that caches rendered portraits. */
export interface PrintShelf {
  /** Returns the files of a drifter's portrait, in the order of `prints`, and renders them if missing. */
  take(drifter: Drifter): Promise<readonly string[]>;
}

export async function openPrintShelf(directory: string): Promise<PrintShelf> {
  await mkdir(directory, { recursive: true });
  const taken = new Map<string, Promise<readonly string[]>>();

  async function find(digest: string, drifter: Drifter): Promise<readonly string[]> {
    const files = shelfFiles(directory, digest);
    // They are written in this order: if the last one exists, all do.
    if (await isThere(files.at(-1) ?? "")) return files;
    const pictures = await printPortrait(drawPortrait(drifter));
    for (const [index, file] of files.entries()) {
      await writeWhole(file, pictures[index] ?? Buffer.of());
    }
    return files;
  }

  return {
    take(drifter) {
      const digest = portraitDigest(drifter);
      const known = taken.get(digest) ?? find(digest, drifter);
      taken.set(digest, known);
      return known;
    },
  };
}

/** Returns the shelf's files of a portrait with that digest, in the order of `prints`. */
export function shelfFiles(directory: string, digest: string): string[] {
  return prints.map(({ side, format }) => join(directory, `${digest}-${side}.${format}`));
}

/** Links a file of the shelf to `place`, which must not exist; copies it if the disk has no hard links. */
export async function putInPlace(file: string, place: string): Promise<void> {
  await link(file, place).catch(() => copyFile(file, place));
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/** Replaces `file` atomically. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

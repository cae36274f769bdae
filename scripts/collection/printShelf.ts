import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Drifter } from "./drifter.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { portraitDigest } from "./portraitDigest.ts";
import { printPortrait } from "./printPortrait.ts";

/** Files of one portrait. */
interface Prints {
  small: string;
  full: string;
}

/** A folder that caches rendered portraits. */
export interface PrintShelf {
  /** Returns the files of a drifter's portrait and renders them if missing. */
  take(drifter: Drifter): Promise<Prints>;
}

export async function openPrintShelf(directory: string): Promise<PrintShelf> {
  await mkdir(directory, { recursive: true });
  const taken = new Map<string, Promise<Prints>>();

  async function find(digest: string, drifter: Drifter): Promise<Prints> {
    const files = {
      small: join(directory, `${digest}.jpg`),
      full: join(directory, `${digest}-full.jpg`),
    };
    // The full picture is written last: if it exists, both do.
    if (await isThere(files.full)) return files;
    const { small, full } = await printPortrait(drawPortrait(drifter));
    await writeWhole(files.small, small);
    await writeWhole(files.full, full);
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

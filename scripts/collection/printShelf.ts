import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Drifter } from "./drifter.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { portraitDigest } from "./portraitDigest.ts";
import { printPortrait } from "./printPortrait.ts";

/** Pictures of one portrait on disk. */
interface Prints {
  small: string;
  full: string;
}

/** A folder that keeps every portrait that was ever printed, so that none is printed twice. */
export interface PrintShelf {
  /** The files of a drifter's portrait, which is printed if it never was. */
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
    // The full picture is put there last: where it is, both are.
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

/** Puts a file of the shelf at `place`, where nothing is yet; takes no room where the disk can have two names for one file. */
export async function putInPlace(file: string, place: string): Promise<void> {
  await link(file, place).catch(() => copyFile(file, place));
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/** Replaces `file` in one step: a reader, or the next run, sees all of it or what was there before. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

import { createHash, randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { apiPaths, type DrifterPath, drifterPath } from "#protocol/paths";
import { drawArtwork } from "../../../collection/art/artwork.ts";
import type { Portrait } from "../../../collection/art/portrait.ts";
import { press, printPortrait, prints } from "./printPortrait.ts";

interface PaintOptions {
  drifters: readonly { id: number; phase: string }[];
  /** Folder for the files that the service serves below `/drifters/`. */
  directory: string;
  /** Folder of rendered portraits, which every world of this working tree reuses. */
  cache: string;
  /** Maximum number of portraits; further drifters reuse them in turn. */
  paintedAtMost?: number | undefined;
  /** Called after each drifter. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** Writes metadata and portraits of drifters. Every file is replaced as a whole, so this can be interrupted. */
export async function paintCollection(options: PaintOptions): Promise<void> {
  const { drifters, directory, cache, paintedAtMost = drifters.length, onProgress } = options;
  const folders = [apiPaths.metadata, ...prints.map(({ path }) => path)].map((path) =>
    dirname(fileOf(directory, path, 0)),
  );
  for (const folder of [cache, ...folders]) await mkdir(folder, { recursive: true });
  let done = 0;
  const rendered = new Map<number, Promise<string[]>>();
  const queue = drifters.entries();
  const paint = async () => {
    for (const [index, drifter] of queue) {
      const { metadata } = drawArtwork(drifter);
      const sitter = drifters[index % paintedAtMost] ?? drifter;
      const pictures =
        rendered.get(sitter.id) ?? renderOnce(cache, drawArtwork(sitter).drawPortrait());
      rendered.set(sitter.id, pictures);
      const text = fileOf(directory, apiPaths.metadata, drifter.id);
      await replaceFile(text, (file) => writeFile(file, `${JSON.stringify(metadata, null, 2)}\n`));
      for (const [print, file] of (await pictures).entries()) {
        await linkFile(
          file,
          fileOf(directory, prints[print]?.path ?? apiPaths.portrait, drifter.id),
        );
      }
      done += 1;
      onProgress?.({ done, total: drifters.length });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, paint));
}

function fileOf(directory: string, path: DrifterPath, id: number): string {
  return join(directory, drifterPath(path, String(id)).replace("/drifters/", ""));
}

/** Returns the cached files of a portrait, in the order of `prints`, and renders them if missing. */
async function renderOnce(cache: string, portrait: Portrait): Promise<string[]> {
  const files = cachedFiles(cache, portrait);
  // They are written in this order: if the last one exists, all do.
  if (await identityOf(files.at(-1) ?? "")) return files;
  const pictures = await printPortrait(portrait);
  for (const [index, file] of files.entries()) {
    await replaceFile(file, (unfinished) => writeFile(unfinished, pictures[index] ?? ""));
  }
  return files;
}

/** Names of a portrait's files in the cache, in the order of `prints`. */
function cachedFiles(cache: string, portrait: Portrait): string[] {
  const inputs = JSON.stringify([portrait, prints, press]);
  const digest = createHash("sha256").update(inputs).digest("hex");
  return prints.map(({ side, format }) => join(cache, `${digest}-${side}.${format}`));
}

/** Makes `to` a hard link of `from`, or a copy if the disk has no hard links. */
async function linkFile(from: string, to: string): Promise<void> {
  // Renaming one link of a file over another would do nothing.
  if ((await identityOf(from)) === (await identityOf(to))) return;
  await replaceFile(to, (unfinished) =>
    link(from, unfinished).catch(() => copyFile(from, unfinished)),
  );
}

async function identityOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.dev} ${found.ino}`;
}

async function replaceFile(file: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await write(unfinished);
  await rename(unfinished, file);
}

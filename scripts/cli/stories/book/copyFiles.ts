import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { DrifterId } from "#protocol/drifterId";
import { type DrifterMetadata, parseMetadata } from "#protocol/drifterMetadata";
import type { BookFiles } from "#protocol/pageMarkup";
import { apiPaths, type DrifterPath, drifterPath, noticesFile } from "#protocol/paths";
import type { SiteFiles } from "../siteFiles.ts";
import type { BookFolder } from "./bookFolder.ts";

/** What a book shows of a drifter beside its story. */
export interface CopiedDrifter {
  metadata: DrifterMetadata | undefined;
  hasPortrait: boolean;
}

/** Copies a drifter's metadata and portraits, byte for byte. */
export async function copyDrifter(
  drifterId: DrifterId,
  from: SiteFiles,
  book: BookFolder,
): Promise<CopiedDrifter> {
  const copy = async (path: DrifterPath) => {
    const file = drifterPath(path, drifterId).slice(1);
    const bytes = await from.read(file);
    if (bytes !== undefined) await book.write(file, bytes);
    return bytes;
  };
  const metadata = parse(await copy(apiPaths.metadata));
  const portrait = await copy(apiPaths.portrait);
  const full = await copy(apiPaths.fullPortrait);
  const image = full ? apiPaths.fullPortrait : apiPaths.portrait;
  return {
    // Its own address of the image may be gone when the book is read.
    metadata: metadata && { ...metadata, image: drifterPath(image, drifterId) },
    hasPortrait: portrait !== undefined,
  };
}

function parse(bytes: Uint8Array | undefined): DrifterMetadata | undefined {
  if (bytes === undefined) return undefined;
  try {
    return parseMetadata(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}

/** A file of the build in a style sheet. */
const linkedFile = /url\((["']?)\/([^"')]+)\1\)/g;

/** Copies the styles with their fonts, the script, the icon and the licences of the build in `webDir`. */
export async function copyBuild(
  webDir: string,
  { styles, search, icon }: BookFiles,
  book: BookFolder,
): Promise<void> {
  const copied = new Set([search, icon, noticesFile]);
  for (const style of styles) {
    const css = await readFile(join(webDir, style), "utf8");
    const folder = posix.dirname(style);
    const relative = css.replaceAll(linkedFile, (_, quote, file) => {
      copied.add(file);
      return `url(${quote}${posix.relative(folder, file)}${quote})`;
    });
    await book.write(style, relative);
  }
  for (const file of copied) await book.write(file, await readFile(join(webDir, file)));
}

import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { DrifterId } from "#protocol/drifterId";
import { type DrifterMetadata, parseMetadata } from "#protocol/drifterMetadata";
import type { BookFiles } from "#protocol/pageMarkup";
import { apiPaths, type DrifterPath, drifterPath, noticesFile } from "#protocol/paths";
import type { SiteFiles } from "../siteFiles.ts";
import type { BookFolder } from "./bookFolder.ts";

/** What a book has of a drifter beside its story. */
export interface DrifterFiles {
  /** With the book's own image. */
  metadata: DrifterMetadata | undefined;
  hasPortrait: boolean;
}

/** A file of a book: its path and content. */
export type BookFile = readonly [path: string, content: string | Uint8Array];

/** Reads a drifter's metadata and portraits, to be copied byte for byte. */
export async function readDrifter(
  drifterId: DrifterId,
  from: SiteFiles,
): Promise<DrifterFiles & { copies: readonly BookFile[] }> {
  const read = async (path: DrifterPath) => {
    const file = drifterPath(path, drifterId).slice(1);
    return [file, await from.read(file)] as const;
  };
  const [metadata, portrait, full] = await Promise.all([
    read(apiPaths.metadata),
    read(apiPaths.portrait),
    read(apiPaths.fullPortrait),
  ]);
  const parsed = parse(metadata[1]);
  // Its own address of the image may be gone when the book is read.
  const image = `/${(full[1] ? full : portrait)[0]}`;
  return {
    metadata: parsed && { ...parsed, image },
    hasPortrait: portrait[1] !== undefined,
    copies: [metadata, portrait, full].flatMap(([path, bytes]) => (bytes ? [[path, bytes]] : [])),
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
    // Readers of a disk have no earlier visit that has fetched the fonts.
    await book.write(style, relative.replaceAll("font-display:optional", "font-display:swap"));
  }
  for (const file of copied) await book.write(file, await readFile(join(webDir, file)));
}

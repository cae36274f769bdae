import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { imageSize } from "image-size";
import type { DrifterId } from "#protocol/values/drifterId";
import { stripByteOrderMark } from "#protocol/values/textFile";
import type { BookFiles } from "#protocol/wire/pageMarkup";
import { apiPaths, noticesFile, type TokenPath, tokenPath } from "#protocol/wire/paths";
import { parseMetadata, type TokenMetadata } from "#protocol/wire/tokenMetadata";

/** A file in a book. */
export interface BookFile {
  /** Relative to the book's folder. */
  path: string;
  content: string | Uint8Array;
}

/** Reads a site's file, such as `tokens/images/7.jpg`; undefined if the site lacks the file. */
export type SiteFiles = (path: string) => Promise<Buffer | undefined>;

/** A token's metadata and portraits in a book. */
export interface TokenFiles {
  /** Metadata whose `image` is a path in the book. */
  metadata: TokenMetadata | undefined;
  hasPortrait: boolean;
  /** Byte-for-byte copies. */
  files: readonly BookFile[];
}

/** Reads a token's metadata and portraits. Omits missing and invalid files. */
export async function readTokenFiles(drifterId: DrifterId, site: SiteFiles): Promise<TokenFiles> {
  const files: BookFile[] = [];
  const read = async <Parsed>(of: TokenPath, parse: (content: Buffer) => Parsed | undefined) => {
    const path = tokenPath(of, drifterId).slice(1);
    const content = await site(path);
    const parsed = content && parse(content);
    if (content === undefined || parsed === undefined) return undefined;
    files.push({ path, content });
    return parsed;
  };
  const portrait = await read(apiPaths.portrait, parseImage);
  const fullPortrait = await read(apiPaths.fullPortrait, parseImage);
  const metadata = await read(apiPaths.metadata, (content) => parse(String(content)));
  // The metadata's image URL may no longer work when someone reads the book.
  const image = tokenPath(fullPortrait ? apiPaths.fullPortrait : apiPaths.portrait, drifterId);
  return {
    metadata: metadata && { ...metadata, image },
    hasPortrait: portrait !== undefined,
    files,
  };
}

function parse(json: string): TokenMetadata | undefined {
  try {
    return parseMetadata(JSON.parse(stripByteOrderMark(json)));
  } catch {
    return undefined;
  }
}

/** Returns an image's format; undefined for formats that browsers cannot detect without a file extension. */
function parseImage(content: Buffer): string | undefined {
  try {
    const { type } = imageSize(content);
    return type === "svg" ? undefined : type;
  } catch {
    return undefined;
  }
}

/** Matches a build file in a style sheet. */
const linkedFile = /url\((["']?)\/([^"')]+)\1\)/g;

/** Yields the styles with their fonts, the script, the site's images and the licenses of the build in `webDir`. */
export async function* buildFiles(
  webDir: string,
  { styles, search, icon }: BookFiles,
): AsyncGenerator<BookFile> {
  const linked = new Set([search, icon, "preview.jpg", noticesFile]);
  for (const style of styles) {
    const css = await readFile(join(webDir, style), "utf8");
    const folder = posix.dirname(style);
    const relative = css.replaceAll(linkedFile, (_, quote, file) => {
      linked.add(file);
      return `url(${quote}${posix.relative(folder, file)}${quote})`;
    });
    // A book opened from disk has no cached fonts, so `optional` would never show them.
    const content = relative.replaceAll("font-display:optional", "font-display:swap");
    yield { path: style, content };
  }
  for (const path of linked) yield { path, content: await readFile(join(webDir, path)) };
}

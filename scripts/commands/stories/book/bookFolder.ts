import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { imageSize } from "image-size";
import type { DrifterId } from "#protocol/values/drifterId";
import { withoutByteOrderMark } from "#protocol/values/textFile";
import type { BookFiles } from "#protocol/wire/pageMarkup";
import { apiPaths, noticesFile, type TokenPath, tokenPath } from "#protocol/wire/paths";
import { parseMetadata, type TokenMetadata } from "#protocol/wire/tokenMetadata";
import type { SiteFiles } from "../revisionSource.ts";

/** A book that is being written: a folder with its files by relative path. */
export class BookFolder {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #paths = new Set<string>();

  /**
   * @param root an empty folder.
   * @param signal stops the writing.
   */
  constructor(root: string, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
  }

  /** Names a file that will be written, so that pages can link it. */
  plan(path: string): void {
    this.#paths.add(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.plan(path);
    await writeFile(await this.pathOf(path), content, { flag: "wx" });
  }

  /** Creates the folder of a file that will be written. @returns the file's path on the disk. */
  async pathOf(path: string): Promise<string> {
    this.#signal.throwIfAborted();
    const file = join(this.#root, path);
    await mkdir(dirname(file), { recursive: true });
    return file;
  }
}

/** What a book has of a token beside its story. */
export interface TokenFiles {
  /** With the book's own image. */
  metadata: TokenMetadata | undefined;
  hasPortrait: boolean;
}

/** Copies a token's metadata and portraits byte for byte, unless they are missing or something else. */
export async function copyToken(
  drifterId: DrifterId,
  from: SiteFiles,
  book: BookFolder,
): Promise<TokenFiles> {
  const fileOf = (path: TokenPath) => tokenPath(path, drifterId).slice(1);
  const [metadata, portrait, full] = [
    fileOf(apiPaths.metadata),
    fileOf(apiPaths.portrait),
    fileOf(apiPaths.fullPortrait),
  ];
  const copy = async <Parsed>(file: string, parse: (content: Buffer) => Parsed) => {
    const content = await from(file);
    const parsed = content && parse(content);
    if (content && parsed) await book.write(file, content);
    return parsed;
  };
  const [hasPortrait, hasFull] = [
    (await copy(portrait, isPicture)) === true,
    await copy(full, isPicture),
  ];
  const parsed = await copy(metadata, (content) => parse(String(content)));
  // Its own address of the image may be gone when the book is read.
  const image = `/${hasFull ? full : portrait}`;
  return { metadata: parsed && { ...parsed, image }, hasPortrait };
}

function parse(json: string): TokenMetadata | undefined {
  try {
    return parseMetadata(JSON.parse(withoutByteOrderMark(json)));
  } catch {
    return undefined;
  }
}

/** Whether browsers show it as a picture from a file with any name. */
function isPicture(content: Buffer): boolean {
  try {
    return imageSize(content).type !== "svg";
  } catch {
    return false;
  }
}

/** A file of the build in a style sheet. */
const linkedFile = /url\((["']?)\/([^"')]+)\1\)/g;

/** Copies the styles with their fonts, the script, the icon and the licenses of the build in `webDir`. */
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

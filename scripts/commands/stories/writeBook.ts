import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { zeroHash } from "viem";
import { isStory } from "#protocol/stories/narrative";
import { type BookVersion, bookRevisionsFile } from "#protocol/wire/bookMarkup";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { Checkpoint, SignedRevision } from "#protocol/wire/responses";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import {
  type BookRenderer,
  type BookSource,
  type BookToken,
  bookCheckpoint,
  bookFiles,
  hasStory,
  openBookRenderer,
} from "#service/book";
import { describeChain } from "#service/chain";
import type { Settings } from "#service/settings";
import { compareByNumber } from "#service/stories";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { SourceError } from "../../shared/servedRevisions.ts";
import { writeArchive } from "./archive.ts";
import { collect, counting, withProgress } from "./progress.ts";
import type { RevisionSource } from "./revisionSource.ts";

/** Result of writing a book. */
export interface WrittenBook {
  stories: number;
  checkpoint: Checkpoint;
  /** Number of tokens without metadata or portrait. */
  incomplete: number;
}

type BookSettings = Pick<
  Settings,
  "chainId" | "contract" | "contentLicense" | "publicUrl" | "sourceUrl" | "webDir"
>;

/**
 * Writes a book of stories: a static site with an archive of the signed revisions. Writes to a sibling folder and then
 * renames it, so that the target never contains an incomplete book.
 *
 * @param signal cancels writing, and leaves nothing behind. @throws {UsageError} if the folder is not empty.
 */
export async function writeBook(
  target: string,
  source: RevisionSource,
  settings: BookSettings,
  signal: AbortSignal,
): Promise<WrittenBook> {
  const folder = resolve(target);
  await assertFree(folder);
  const renderer = await openRenderer(settings);
  const work = `${folder}.${process.pid}.tmp`;
  await mkdir(work, { recursive: true });
  try {
    const tokens = await readTokens(source, signal);
    const book = { tokens, site: source.files, renderer, settings };
    const written = await writeFiles(work, book, signal);
    // The folder may have been filled since.
    await assertFree(folder);
    await rename(work, folder);
    return written;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Opens the build's renderer. @throws {UsageError} without a complete build. */
export async function openRenderer(settings: BookSettings): Promise<BookRenderer> {
  const renderer = await openBookRenderer(settings.webDir, await createBookConfig(settings));
  if (renderer !== undefined) return renderer;
  throw new UsageError(
    `${resolve(settings.webDir, "..")} has no complete build. Run npm run build.`,
  );
}

/** Rejects a file or a non-empty folder. */
export async function assertFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error): string[] => {
    if (error.code === "ENOENT") return [];
    if (error.code !== "ENOTDIR") throw error;
    throw new UsageError(`${folder} is a file. Choose a new folder.`);
  });
  if (names.length > 0) throw new UsageError(`${folder} is not empty. Choose a new folder.`);
}

/** Rejects an existing file or folder. @throws {UsageError} */
export async function assertNew(file: string): Promise<void> {
  const found = await stat(file).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (found) throw new UsageError(`${file} exists. Choose a new file.`);
}

async function writeFiles(
  folder: string,
  book: BookSource,
  signal: AbortSignal,
): Promise<WrittenBook> {
  const { tokens } = book;
  const written = new Set<string>();
  await withProgress("Files written:", async (countOne) => {
    for await (const { path, content } of counting(bookFiles(book), countOne, signal)) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: "wx" });
      written.add(path);
    }
  });
  const checkpoint = bookCheckpoint(tokens);
  const revisions = async function* () {
    for (const token of tokens) yield* token.revisions;
  };
  // Dates the archive by the latest save, so that the same signed revisions produce the same bytes.
  await writeArchive(join(folder, bookRevisionsFile), revisions(), checkpoint.savedAt ?? "");
  const isIncomplete = ({ drifterId }: BookToken) =>
    [apiPaths.metadata, apiPaths.portrait].some(
      (path) => !written.has(tokenPath(path, drifterId).slice(1)),
    );
  return {
    stories: tokens.filter(hasStory).length,
    checkpoint,
    incomplete: tokens.filter(isIncomplete).length,
  };
}

/** Configuration for the book's pages, which read no chain. */
async function createBookConfig(settings: BookSettings): Promise<RuntimeConfig> {
  const { chainId, contract, contentLicense, sourceUrl } = settings;
  return {
    chain: { id: chainId, ...(await describeChain(chainId)), rpcUrls: { default: { http: [] } } },
    contract,
    genesisHash: zeroHash,
    ...(contentLicense !== undefined && { contentLicense }),
    ...(sourceUrl !== undefined && { sourceUrl }),
  };
}

/** Reads a source's signed revisions, and groups them by token. @throws {SourceError} like `groupByToken`. */
export function readTokens(
  { revisions }: Pick<RevisionSource, "revisions">,
  signal: AbortSignal,
): Promise<BookToken[]> {
  return withProgress("Signed revisions read:", (countOne) =>
    groupByToken(counting(revisions, countOne, signal)),
  );
}

/** Groups signed revisions by token, sorted by number. @throws {SourceError} if a revision number appears twice. */
async function groupByToken(revisions: AsyncIterable<SignedRevision>): Promise<BookToken[]> {
  const all = Map.groupBy(await collect(revisions), ({ drifterId }) => drifterId);
  const tokens = [...all].map(([drifterId, revisions]) => {
    revisions.sort((a, b) => a.revision - b.revision);
    const repeated = revisions.find(({ revision }, index) => {
      return revision === revisions[index - 1]?.revision;
    });
    if (repeated !== undefined) {
      throw new SourceError(`Revision ${repeated.revision} of token ${drifterId} appears twice.`);
    }
    const versions = revisions.map(({ revision, author, savedAt, narrative }) => {
      return { revision, author, savedAt, isStory: isStory(narrative) };
    });
    // Safety: each group contains a signed revision.
    return { drifterId, revisions, versions: versions.reverse() as [BookVersion] };
  });
  return tokens.sort(compareByNumber);
}

import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { zeroHash } from "viem";
import { isStory } from "#protocol/stories/narrative";
import type { DrifterId } from "#protocol/values/drifterId";
import {
  type BookPage,
  type BookVersion,
  bookPagePath,
  bookPartPath,
  bookRevisionsFile,
  bookVersionPath,
} from "#protocol/wire/bookMarkup";
import {
  type SearchedStory,
  searchedWords,
  searchFile,
  searchScript,
} from "#protocol/wire/bookSearch";
import { ownerPagePath, pages, tokenPagePath } from "#protocol/wire/pages";
import type { Checkpoint, SignedRevision, StoryPageItem } from "#protocol/wire/responses";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import {
  type BookRenderer,
  beginningOf,
  maxEntries,
  openBookRenderer,
  plainStory,
  storySummary,
} from "#service/book";
import { describeChain } from "#service/chain";
import type { Settings } from "#service/settings";
import { byNumber, checkpointOf, headOfRevisions } from "#service/stories";
import { UsageError } from "../../../shared/commandLine/usageError.ts";
import { inOrder } from "../../../shared/inOrder.ts";
import { SourceError } from "../../../shared/servedRevisions.ts";
import { writeArchive } from "../archive.ts";
import { collect, counting, withProgress } from "../progress.ts";
import type { RevisionSource } from "../revisionSource.ts";
import { BookFolder, copyBuild, copyToken } from "./bookFolder.ts";
import { formatBookFeed, pageFile, relativeLinks } from "./bookLinks.ts";

/** A written book. */
export interface WrittenBook {
  stories: number;
  checkpoint: Checkpoint;
  /** Number of tokens without metadata or portrait. */
  incomplete: number;
}

type BookSettings = Pick<
  Settings,
  "chainId" | "contract" | "contentLicense" | "sourceUrl" | "webDir"
>;

const storiesInPart = 50;
/** Tokens whose files are read or written at the same time. Fewer would wait for the slowest. */
const atOnce = 32;

/**
 * Writes a book of stories: a static site with an archive of the signed revisions. It is written beside its folder and
 * then moved there, so that the folder never has an incomplete book.
 *
 * @param signal stops the writing, and leaves nothing behind.
 * @throws {UsageError} if the folder is not empty.
 */
export async function writeBook(
  target: string,
  source: RevisionSource,
  settings: BookSettings,
  signal: AbortSignal,
): Promise<WrittenBook> {
  const folder = resolve(target);
  await assertFree(folder);
  const renderer = await openBookRenderer(settings.webDir, await configOf(settings));
  if (renderer === undefined) {
    throw new UsageError(
      `${resolve(settings.webDir, "..")} has no whole build: run npm run build.`,
    );
  }
  const work = `${folder}.${process.pid}.tmp`;
  await mkdir(work, { recursive: true });
  try {
    const entries = await withProgress("Signed revisions read:", (countOne) =>
      readEntries(counting(source.revisions, countOne, signal)),
    );
    const book = new BookFolder(work, signal);
    const written = await writeFiles(book, entries, source, settings, renderer);
    // Somebody may have used the folder in the meantime.
    await assertFree(folder);
    await rename(work, folder);
    return written;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Rejects a folder that has something in it, and a file. */
export async function assertFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error): string[] => {
    if (error.code === "ENOENT") return [];
    if (error.code !== "ENOTDIR") throw error;
    throw new UsageError(`${folder} is a file. Name a new folder.`);
  });
  if (names.length > 0) throw new UsageError(`${folder} is not empty. Name a new folder.`);
}

/** The configuration of the book's pages. A book reads no chain. */
async function configOf(settings: BookSettings): Promise<RuntimeConfig> {
  const { chainId, contract, contentLicense, sourceUrl } = settings;
  return {
    chain: { id: chainId, ...(await describeChain(chainId)), rpcUrls: { default: { http: [] } } },
    contract,
    genesisHash: zeroHash,
    ...(contentLicense !== undefined && { contentLicense }),
    ...(sourceUrl !== undefined && { sourceUrl }),
  };
}

/** A token of the book. */
interface Entry {
  drifterId: DrifterId;
  /** Oldest first. */
  revisions: readonly SignedRevision[];
  /** The same versions, newest first. */
  versions: readonly [BookVersion, ...BookVersion[]];
}

/** A story in the lists of the book; its summary is empty unless it is in the feed. */
type ListedStory = StoryPageItem & { summary: string };

/** Writes the files of a book into its empty folder: in one function, because lists collect what tokens' pages show. */
async function writeFiles(
  book: BookFolder,
  entries: readonly Entry[],
  { files }: RevisionSource,
  settings: BookSettings,
  renderer: BookRenderer,
): Promise<WrittenBook> {
  await copyBuild(settings.webDir, renderer.files, book);
  planPages(book, entries);
  const stories: ListedStory[] = [];
  const searched: SearchedStory[] = [];
  let incomplete = 0;

  async function render(page: BookPage): Promise<readonly [path: string, html: string]> {
    const file = pageFile(bookPagePath(page));
    return [file, relativeLinks(await renderer.render(page), file, (path) => book.has(path))];
  }

  async function renderAll<Item>(title: string, items: Iterable<Item>, pagesOf: PagesOf<Item>) {
    await withProgress(title, async (countOne) => {
      const rendered = inOrder(items, atOnce, async (item) => {
        const { pages, ...rest } = await pagesOf(item);
        return { pages: await Promise.all(pages.map(render)), ...rest };
      });
      for await (const { pages, done } of rendered) {
        for (const [path, html] of pages) await book.write(path, html);
        done?.();
        countOne();
      }
    });
  }

  await renderAll("Tokens written:", entries.toSorted(byNewest), async (entry) => {
    const { drifterId, revisions, versions } = entry;
    const { metadata, hasPortrait } = files
      ? await copyToken(drifterId, files, book)
      : { metadata: undefined, hasPortrait: false };
    const texts = new Map(revisions.map(({ revision, narrative }) => [revision, narrative]));
    const page = ({ revision }: BookVersion) => {
      return { drifterId, metadata, versions, narrative: texts.get(revision) ?? "" };
    };
    const earlier = earlierStories(versions).map((version): BookPage => {
      return { kind: "version", revision: version.revision, ...page(version) };
    });
    const list = () => {
      if (metadata === undefined || !hasPortrait) incomplete += 1;
      if (!hasStory(entry)) return;
      const [{ author, savedAt, revision }] = versions;
      const { narrative } = page(versions[0]);
      const plain = plainStory(narrative);
      const name = metadata && { name: metadata.name };
      const excerpt = beginningOf(plain);
      const summary = stories.length < maxEntries ? storySummary(narrative) : "";
      stories.push({ drifterId, ...name, author, savedAt, revision, excerpt, summary });
      // What a story is found by beside its own words.
      const traits = metadata?.attributes.map(({ value }) => String(value)) ?? [];
      const found = [plain, drifterId, metadata?.name ?? "", ...traits].join(" ");
      const words = searchedWords(found);
      searched.push([drifterId, metadata?.name ?? "", hasPortrait ? 1 : 0, words]);
    };
    return { pages: [{ kind: "token", ...page(versions[0]) }, ...earlier], done: list };
  });
  await book.write(searchFile, searchScript(searched));
  const written = Map.groupBy(stories, ({ author }) => author);
  const owners = new Set(entries.flatMap(({ versions }) => versions.map(({ author }) => author)));
  await renderAll("Owners written:", owners, async (owner) => {
    return { pages: [{ kind: "owner", owner, stories: written.get(owner) ?? [] }] };
  });
  const heads = entries.flatMap(({ revisions }) => headOfRevisions(revisions) ?? []);
  const times = entries.flatMap(({ versions }) => versions.map(({ savedAt }) => savedAt));
  const checkpoint = checkpointOf(heads, times);
  const removed = entries.filter((entry) => !hasStory(entry)).map(({ drifterId }) => drifterId);
  const parts = partsOf(stories.length);
  await renderAll("Lists written:", Array(parts).keys(), async (index) => {
    const shown = stories.slice(index * storiesInPart, (index + 1) * storiesInPart);
    const part = index + 1;
    const list = { kind: "stories", part, parts, total: stories.length, stories: shown } as const;
    return { pages: part > 1 ? [list] : [list, { kind: "about", checkpoint, removed }] };
  });
  await book.write("feed.atom", formatBookFeed(stories, settings));
  const revisions = async function* () {
    for (const entry of entries) yield* entry.revisions;
  };
  // The same signed revisions give the same bytes, so the newest of them dates the archive.
  await writeArchive(await book.pathOf(bookRevisionsFile), revisions(), checkpoint.savedAt ?? "");
  return { stories: stories.length, checkpoint, incomplete };
}

/** Returns the pages of an item, and what to do once they are written, in the order of the items. */
type PagesOf<Item> = (item: Item) => Promise<{ pages: readonly BookPage[]; done?: () => void }>;

/** Names the pages before they are rendered, so that they can link each other. */
function planPages(book: BookFolder, entries: readonly Entry[]): void {
  const paths: string[] = [pages.home.path, pages.about.path];
  for (const { drifterId, versions } of entries) {
    paths.push(tokenPagePath(drifterId));
    for (const { author } of versions) paths.push(ownerPagePath(author));
    for (const { revision } of earlierStories(versions)) {
      paths.push(bookVersionPath(drifterId, revision));
    }
  }
  const parts = partsOf(entries.filter(hasStory).length);
  for (let part = 2; part <= parts; part += 1) paths.push(bookPartPath(part));
  for (const path of [bookRevisionsFile, "feed.atom", ...paths.map(pageFile)]) book.plan(path);
}

/** Reads the signed revisions of all tokens, by number. @throws {SourceError} if two have the same revision. */
async function readEntries(revisions: AsyncIterable<SignedRevision>): Promise<Entry[]> {
  const all = Map.groupBy(await collect(revisions), ({ drifterId }) => drifterId);
  const entries = [...all].map(([drifterId, found]) => {
    found.sort((a, b) => a.revision - b.revision);
    const twice = found.find(({ revision }, index) => revision === found[index - 1]?.revision);
    if (twice !== undefined) {
      throw new SourceError(`Revision ${twice.revision} of token ${drifterId} is there twice.`);
    }
    const versions = found.map(({ revision, author, savedAt, narrative }) => {
      return { revision, author, savedAt, isStory: isStory(narrative) };
    });
    // Safety: each group has a signed revision.
    return { drifterId, revisions: found, versions: versions.reverse() as [BookVersion] };
  });
  return entries.sort(byNumber);
}

function hasStory({ versions: [newest] }: Entry): boolean {
  return newest.isStory;
}

/** Versions with a page of their own. */
function earlierStories([, ...earlier]: readonly BookVersion[]): readonly BookVersion[] {
  return earlier.filter(({ isStory }) => isStory);
}

/** The list of stories has a first part without stories too. */
function partsOf(stories: number): number {
  return Math.max(1, Math.ceil(stories / storiesInPart));
}

function byNewest(a: Entry, b: Entry): number {
  // Instants of this form sort as texts.
  const [one, other] = [a.versions[0].savedAt, b.versions[0].savedAt];
  return one === other ? byNumber(a, b) : one < other ? 1 : -1;
}

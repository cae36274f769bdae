import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { zeroHash } from "viem";
import {
  type BookPage,
  type BookVersion,
  bookPagePath,
  bookPartPath,
  bookReceiptsFile,
  bookVersionPath,
} from "#protocol/bookMarkup";
import { type SearchedStory, SearchWords, searchFolder } from "#protocol/bookSearch";
import type { DrifterId } from "#protocol/drifterId";
import { isStory, type NarrativeRecord } from "#protocol/narrative";
import type { ChainHead, Checkpoint } from "#protocol/receiptChain";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import type { StoryPageItem } from "#protocol/storyPages";
import { describeChain } from "#service/chain";
import {
  type BookRenderer,
  beginningOf,
  mostEntries,
  openBookRenderer,
  plainStory,
  storySummary,
} from "#service/pages";
import type { Settings } from "#service/settings";
import { byNumber, checkpointOf, headOfReceipts } from "#service/stories";
import { UsageError } from "../../../shared/commandLine/usageError.ts";
import { inOrder } from "../../../shared/inOrder.ts";
import { SourceError } from "../../../shared/limitedReads.ts";
import { writeArchive } from "../archive.ts";
import { collect, counting, withProgress } from "../progress.ts";
import type { ReceiptSource } from "../receiptSource.ts";
import { BookFolder, copyBuild, copyDrifter, type DrifterFiles } from "./bookFolder.ts";
import { formatBookFeed, pageFile, relativeLinks } from "./bookLinks.ts";

/** A written book. */
export interface WrittenBook {
  stories: number;
  checkpoint: Checkpoint;
  /** Number of drifters without metadata or portrait. */
  incomplete: number;
}

type BookSettings = Pick<
  Settings,
  "chainId" | "contractAddress" | "contentLicence" | "sourceUrl" | "webDir"
>;

const storiesInPart = 50;
/** Drifters whose files are read or written at the same time. Fewer would wait for the slowest. */
const atOnce = 32;

/**
 * Writes a book of stories: a static site with an archive of the receipts. It is written beside its place and then moved there, so that
 * a book at its place is whole.
 *
 * @param signal stops the writing, and leaves nothing behind.
 * @throws {UsageError} if the place is taken.
 */
export async function writeBook(
  place: string,
  source: ReceiptSource,
  settings: BookSettings,
  signal: AbortSignal,
): Promise<WrittenBook> {
  const folder = resolve(place);
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
    const entries = await withProgress("Receipts read:", (countOne) =>
      readEntries(counting(source.receipts, countOne, signal)),
    );
    const book = new BookFolder(work, signal);
    const written = await new BookWriter(book, entries, source, settings, renderer).write();
    // Somebody may have used the place meanwhile.
    await assertFree(folder);
    await rename(work, folder);
    return written;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Refuses a folder that has something in it, and a file. */
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
  const { chainId, contractAddress, contentLicence, sourceUrl } = settings;
  return {
    chain: { id: chainId, ...(await describeChain(chainId)), rpcUrls: { default: { http: [] } } },
    contractAddress,
    genesisHash: zeroHash,
    ...(contentLicence !== undefined && { contentLicence }),
    ...(sourceUrl !== undefined && { sourceUrl }),
  };
}

/** A drifter of the book. */
interface Entry {
  drifterId: DrifterId;
  /** Oldest first. */
  receipts: readonly NarrativeRecord[];
  /** The same versions, newest first. */
  versions: readonly [BookVersion, ...BookVersion[]];
}

/** A drifter whose files are copied. */
interface CopiedEntry extends Entry {
  files: DrifterFiles;
}

/** A story in the lists of the book; its summary is empty unless it is in the feed. */
type ListedStory = StoryPageItem & { summary: string };

class BookWriter {
  readonly #book: BookFolder;
  readonly #entries: readonly Entry[];
  readonly #source: ReceiptSource;
  readonly #settings: BookSettings;
  readonly #renderer: BookRenderer;

  constructor(
    book: BookFolder,
    entries: readonly Entry[],
    source: ReceiptSource,
    settings: BookSettings,
    renderer: BookRenderer,
  ) {
    this.#book = book;
    this.#entries = entries;
    this.#source = source;
    this.#settings = settings;
    this.#renderer = renderer;
  }

  async write(): Promise<WrittenBook> {
    await copyBuild(this.#settings.webDir, this.#renderer.files, this.#book);
    const entries = this.#entries;
    this.#planPages(entries);
    const { heads, stories, words, incomplete } = await this.#writeDrifters(entries);
    for (const { name, content } of words.files()) {
      await this.#book.write(`${searchFolder}/${name}`, content);
    }
    await this.#writeOwners(entries, stories);
    await this.#writeStories(stories);
    await this.#book.write("feed.atom", formatBookFeed(stories, this.#settings));
    const times = entries.flatMap(({ versions }) => versions.map(({ savedAt }) => savedAt));
    const checkpoint = checkpointOf(heads, times);
    await this.#writeReceipts(entries, checkpoint);
    const removed = entries.filter(isRemoved).map(({ drifterId }) => drifterId);
    await this.#writePage({ kind: "about", checkpoint, removed });
    return { stories: stories.length, checkpoint, incomplete };
  }

  /** Names the pages before they are rendered, so that they can link each other. */
  #planPages(entries: readonly Entry[]): void {
    const fixed = [bookReceiptsFile, "feed.atom", "index.html", "about.html"];
    for (const path of fixed) this.#book.plan(path);
    for (const { drifterId, versions } of entries) {
      this.#book.plan(pageFile(`/drifter/${drifterId}`));
      for (const { author } of versions) this.#book.plan(pageFile(`/owner/${author}`));
      for (const { revision } of earlierStories(versions)) {
        this.#book.plan(pageFile(bookVersionPath(drifterId, revision)));
      }
    }
    for (let part = 2; part <= partsOf(entries.filter(isTold).length); part += 1) {
      this.#book.plan(pageFile(bookPartPath(part)));
    }
  }

  /** Writes files, receipts and pages of all drifters. Their stories are listed newest first. */
  async #writeDrifters(entries: readonly Entry[]) {
    const heads: ChainHead[] = [];
    const stories: ListedStory[] = [];
    const words = new SearchWords();
    let incomplete = 0;
    await withProgress("Drifters written:", async (countOne) => {
      const rendered = inOrder(entries.toSorted(byNewest), atOnce, async (found) => {
        const entry = { ...found, files: await this.#copyFiles(found.drifterId) };
        return { entry, files: await this.#renderDrifter(entry) };
      });
      for await (const { entry, files } of rendered) {
        for (const [path, content] of files) await this.#book.write(path, content);
        const head = headOfReceipts(entry.receipts);
        if (head) heads.push(head);
        if (entry.files.metadata === undefined || !entry.files.hasPortrait) incomplete += 1;
        const newest = entry.receipts.at(-1);
        if (newest && isTold(entry)) {
          const { story, plain } = listed(entry, newest);
          const isInFeed = stories.length < mostEntries;
          stories.push(isInFeed ? { ...story, summary: storySummary(newest.narrative) } : story);
          words.add(searched(entry), [plain, ...otherWords(entry)].join(" "));
        }
        countOne();
      }
    });
    return { heads: heads.sort(byNumber), stories, words, incomplete };
  }

  async #copyFiles(drifterId: DrifterId): Promise<DrifterFiles> {
    const { files } = this.#source;
    if (files) return copyDrifter(drifterId, files, this.#book);
    return { metadata: undefined, hasPortrait: false };
  }

  /** @returns the drifter's files. */
  async #renderDrifter({ drifterId, receipts, versions, files: { metadata } }: CopiedEntry) {
    const texts = new Map(receipts.map(({ revision, narrative }) => [revision, narrative]));
    const page = (revision: number) => ({
      drifterId,
      metadata,
      versions,
      narrative: texts.get(revision) ?? "",
    });
    const files = [await this.#render({ kind: "drifter", ...page(versions[0].revision) })];
    for (const { revision } of earlierStories(versions)) {
      files.push(await this.#render({ kind: "version", revision, ...page(revision) }));
    }
    return files;
  }

  async #writeOwners(entries: readonly Entry[], stories: readonly ListedStory[]): Promise<void> {
    const byOwner = new Map<string, ListedStory[]>();
    for (const { versions } of entries) {
      for (const { author } of versions) if (!byOwner.has(author)) byOwner.set(author, []);
    }
    for (const story of stories) byOwner.get(story.author)?.push(story);
    await withProgress("Owners written:", async (countOne) => {
      const pages = inOrder(byOwner, atOnce, ([owner, written]) =>
        this.#render({ kind: "owner", owner, stories: written }),
      );
      for await (const [path, html] of pages) {
        await this.#book.write(path, html);
        countOne();
      }
    });
  }

  async #writeStories(stories: readonly ListedStory[]): Promise<void> {
    const parts = partsOf(stories.length);
    for (let part = 1; part <= parts; part += 1) {
      const shown = stories.slice((part - 1) * storiesInPart, part * storiesInPart);
      const total = stories.length;
      await this.#writePage({ kind: "stories", part, parts, total, stories: shown });
    }
  }

  async #render(page: BookPage): Promise<readonly [path: string, html: string]> {
    const file = pageFile(bookPagePath(page));
    const html = await this.#renderer.render(page);
    return [file, relativeLinks(html, file, (path) => this.#book.has(path))];
  }

  async #writePage(page: BookPage): Promise<void> {
    const [file, html] = await this.#render(page);
    await this.#book.write(file, html);
  }

  /** The same receipts give the same bytes, so the newest of them dates the archive. */
  async #writeReceipts(entries: readonly Entry[], { savedAt }: Checkpoint): Promise<void> {
    const receipts = async function* () {
      for (const entry of entries) yield* entry.receipts;
    };
    const path = await this.#book.pathOf(bookReceiptsFile);
    await writeArchive(path, receipts(), savedAt ?? "");
  }
}

/** Reads the receipts of all drifters, by number. @throws {SourceError} if two have the same revision. */
async function readEntries(receipts: AsyncIterable<NarrativeRecord>): Promise<Entry[]> {
  const all = Map.groupBy(await collect(receipts), ({ drifterId }) => drifterId);
  const entries = [...all].map(([drifterId, found]) => {
    found.sort((a, b) => a.revision - b.revision);
    const twice = found.find(({ revision }, index) => revision === found[index - 1]?.revision);
    if (twice !== undefined) {
      throw new SourceError(`Revision ${twice.revision} of drifter ${drifterId} is there twice.`);
    }
    const versions = found.map(({ revision, author, savedAt, narrative }) => {
      return { revision, author, savedAt, isStory: isStory(narrative) };
    });
    // Safety: each group has a receipt.
    return { drifterId, receipts: found, versions: versions.reverse() as [BookVersion] };
  });
  return entries.sort(byNumber);
}

function isTold({ versions: [newest] }: Entry): boolean {
  return newest.isStory;
}

function isRemoved(entry: Entry): boolean {
  return !isTold(entry);
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

function searched({ drifterId, files: { metadata, hasPortrait } }: CopiedEntry): SearchedStory {
  return [drifterId, metadata?.name ?? "", hasPortrait ? 1 : 0];
}

/** What a story is found by beside its own words. */
function otherWords({ drifterId, files: { metadata } }: CopiedEntry): string[] {
  const traits = metadata?.attributes.map(({ value }) => String(value)) ?? [];
  return [drifterId, metadata?.name ?? "", ...traits];
}

function listed(
  { drifterId, files: { metadata } }: CopiedEntry,
  { author, savedAt, revision, narrative }: NarrativeRecord,
): { story: ListedStory; plain: string } {
  const plain = plainStory(narrative);
  const name = metadata && { name: metadata.name };
  const excerpt = beginningOf(plain);
  return { story: { drifterId, ...name, author, savedAt, revision, excerpt, summary: "" }, plain };
}

import { DatabaseSync } from "node:sqlite";
import type { Logger } from "pino";
import { findLinkedTokens, findMentions } from "#protocol/stories/mentions";
import type { DrifterId } from "#protocol/values/drifterId";
import { findWords, type SearchTerm } from "#protocol/values/searchTerms";
import { maxNeighbors } from "#protocol/wire/catalogue";
import type { ExcerptPart, NarrativeListItem, SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import { withTimeout } from "../base/withTimeout.ts";
import { TaskQueue } from "../files/taskQueue.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { readingMinutes, shorten, splitTitle, toPlainText } from "../narratives/text.ts";
import { createBeginning, createExcerpt, createQuote } from "./excerpt.ts";

/** A story in a search result or list. */
export interface StoryHit {
  drifterId: DrifterId;
  title?: string;
  excerpt: ExcerptPart[];
  readingMinutes: number;
}

/**
 * Full-text search over the listed stories. Every search includes what this process saved before.
 * Methods throw `store.unavailable` if the store fails, or while many stories are being indexed.
 */
export interface StorySearch {
  /** Returns a page of the stories that match all terms: best match first, then newest first. */
  search(terms: readonly SearchTerm[], offset: number, limit: number): Promise<StoryHit[]>;
  /** Returns all tokens whose stories match all terms. */
  matching(terms: readonly SearchTerm[]): Promise<ReadonlySet<DrifterId>>;
  /** Returns stories' beginnings; omits stories that are not indexed. */
  beginnings(drifterIds: readonly DrifterId[]): Promise<ReadonlyMap<DrifterId, StoryHit>>;
  /** Returns the latest stories of listed tokens that mention a token, newest first, at most `maxNeighbors`. */
  mentionedIn(
    drifterId: DrifterId,
    isListed: (writer: DrifterId) => boolean,
  ): Promise<StoryMention[]>;
  /** Returns the tokens that a token's story mentions, in the story's order. */
  mentions(drifterId: DrifterId): Promise<DrifterId[]>;
  /**
   * Returns the number of mentions of listed tokens in listed tokens' stories, at most `maxNeighbors` a story, and the
   * newest of them, in each story's order.
   */
  meetings(isListed: (drifterId: DrifterId) => boolean, limit: number): Promise<Meetings>;
  /** Updates the index, without a time limit; logs failures. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export interface Meetings {
  total: number;
  newest: (StoryMention & { mentioned: DrifterId })[];
}

/** A story that mentions a token. */
export interface StoryMention {
  drifterId: DrifterId;
  /** The sentence that mentions the token. */
  quote: string;
}

/** Maximum length of a shown title, in graphemes. */
const maxTitleLength = 100;
/** Batch size: small, so that other requests are handled during indexing. */
const batchSize = 16;
/** How long a search waits for the index. */
const waitMilliseconds = 10_000;
const building =
  "The stories are being indexed for the search. Wait a moment, then send the request again.";

export function createStorySearch(
  store: Pick<NarrativeStore, "stories" | "find">,
  logger: Logger,
): StorySearch {
  const index = new WordIndex();
  /** Version of the indexed stories; lower than any version before the first update. */
  let indexedVersion = -1;
  /** Tokens whose stories could not be read; they are retried at the next change. */
  const unreadable = new Set<DrifterId>();
  const updates = new TaskQueue();
  let isClosed = false;

  return {
    search: (...query) => whenReady(() => index.search(...query)),
    matching: (terms) => whenReady(() => index.matching(terms)),
    beginnings: (drifterIds) => whenReady(() => index.beginnings(drifterIds)),
    mentionedIn: (drifterId, isListed) => whenReady(() => index.mentionedIn(drifterId, isListed)),
    mentions: (drifterId) => whenReady(() => index.mentions(drifterId)),
    meetings: (isListed, limit) => whenReady(() => index.meetings(isListed, limit)),
    async prepare() {
      await catchUp().catch((error) => {
        if (!isClosed) logger.warn({ err: error }, "the stories cannot be indexed for the search");
      });
    },
    async close() {
      isClosed = true;
      await updates.settled();
      index.close();
    },
  };

  /** Searches once the index is up to date. */
  async function whenReady<Result>(search: () => Result): Promise<Result> {
    if (isClosed) throw new ApiError("store.unavailable");
    const isReady = await withTimeout(
      catchUp().then(() => true),
      waitMilliseconds,
    );
    if (!isReady) throw new ApiError("store.unavailable", { detail: building });
    return search();
  }

  /** Indexes all changes before the call, after any running update. */
  async function catchUp(): Promise<void> {
    const { version } = await store.stories();
    if (version === indexedVersion) return;
    await updates.enqueue("index", updateIndex);
  }

  async function updateIndex(): Promise<void> {
    const stories = await store.stories();
    const { version } = stories;
    if (version === indexedVersion) return;
    const changed = [...unreadable, ...stories.changedSince(indexedVersion)];
    unreadable.clear();
    for (const drifterId of changed) if (!stories.has(drifterId)) index.remove(drifterId);
    const items = changed.flatMap((drifterId) => stories.story(drifterId) ?? []);
    items.sort(oldestFirst);
    for (let start = 0; start < items.length && !isClosed; start += batchSize) {
      const batch = await Promise.all(items.slice(start, start + batchSize).map(readStory));
      for (const story of batch) if (story !== undefined) index.put(story);
    }
    if (!isClosed) indexedVersion = version;
  }

  /** Reads a story; undefined if removed since, or unreadable. */
  async function readStory({ drifterId }: NarrativeListItem): Promise<SignedRevision | undefined> {
    try {
      return await store.find(drifterId);
    } catch (error) {
      logger.warn({ err: error, drifterId }, "a story cannot be indexed for the search");
      unreadable.add(drifterId);
      return undefined;
    }
  }
}

/** Compares by time, because ISO 8601 timestamps sort as strings. */
function oldestFirst(a: NarrativeListItem, b: NarrativeListItem): number {
  return a.savedAt < b.savedAt ? -1 : 1;
}

/** An indexed story. */
interface Indexed {
  /** Increases with the story's time. */
  row: number;
  /** Positions of the first mention of each token, in the title and the plain text. */
  mentions: ReadonlyMap<DrifterId, number>;
}

/**
 * In-memory word index, using SQLite's FTS5 extension (https://www.sqlite.org/fts5.html) on folded
 * words; also stores plain texts for excerpts.
 */
class WordIndex {
  readonly #database = new DatabaseSync(":memory:");
  readonly #stories = new Map<DrifterId, Indexed>();
  #lastRow = 0;

  constructor() {
    this.#database.exec(
      "create virtual table stories using fts5(folded, title unindexed, plain unindexed, token unindexed, prefix = 3, tokenize = ascii)",
    );
  }

  /** Replaces a token's indexed story; rows are in save order. */
  put({ drifterId, narrative }: SignedRevision): void {
    this.remove(drifterId);
    const { title, text } = splitTitle(narrative);
    const whole = joinTitle(title, text);
    const folded = findWords(whole).map(({ folded }) => folded);
    this.#lastRow += 1;
    this.#database
      .prepare("insert into stories (rowid, folded, title, plain, token) values (?, ?, ?, ?, ?)")
      .run(this.#lastRow, folded.join(" "), title, text, drifterId);
    const mentions = findPositions(whole, narrative);
    mentions.delete(drifterId);
    this.#stories.set(drifterId, { row: this.#lastRow, mentions });
  }

  remove(drifterId: DrifterId): void {
    const indexed = this.#stories.get(drifterId);
    if (indexed === undefined) return;
    this.#database.prepare("delete from stories where rowid = ?").run(indexed.row);
    this.#stories.delete(drifterId);
  }

  search(terms: readonly SearchTerm[], offset: number, limit: number): StoryHit[] {
    const rows = this.#database
      .prepare(
        "select rowid, token from stories where stories match ? order by rank, rowid desc limit ? offset ?",
      )
      .all(formatFtsQuery(terms), limit, offset);
    return rows.map(({ rowid, token }) =>
      this.#hit(String(token), Number(rowid), (text) => createExcerpt(text, terms)),
    );
  }

  matching(terms: readonly SearchTerm[]): ReadonlySet<DrifterId> {
    const rows = this.#database
      .prepare("select token from stories where stories match ?")
      .all(formatFtsQuery(terms));
    return new Set(rows.map(({ token }) => String(token)));
  }

  beginnings(drifterIds: readonly DrifterId[]): ReadonlyMap<DrifterId, StoryHit> {
    const hits = new Map<DrifterId, StoryHit>();
    for (const drifterId of drifterIds) {
      const row = this.#stories.get(drifterId)?.row;
      if (row !== undefined) hits.set(drifterId, this.#hit(drifterId, row, createBeginning));
    }
    return hits;
  }

  mentionedIn(drifterId: DrifterId, isListed: (writer: DrifterId) => boolean): StoryMention[] {
    const found = [...this.#stories].flatMap(([writer, { row, mentions }]) => {
      const position = mentions.get(drifterId);
      if (position === undefined || !isListed(writer)) return [];
      return [{ drifterId: writer, row, position }];
    });
    return found
      .reverse()
      .slice(0, maxNeighbors)
      .map(({ drifterId, row, position }) => ({ drifterId, quote: this.#quote(row, position) }));
  }

  mentions(drifterId: DrifterId): DrifterId[] {
    const mentions = this.#stories.get(drifterId)?.mentions ?? new Map<DrifterId, number>();
    return [...mentions].sort(([, one], [, other]) => one - other).map(([mentioned]) => mentioned);
  }

  meetings(isListed: (drifterId: DrifterId) => boolean, limit: number): Meetings {
    const writers = [...this.#stories.keys()].filter(isListed).reverse();
    const found = writers.flatMap((drifterId) =>
      this.mentions(drifterId)
        .filter(isListed)
        .slice(0, maxNeighbors)
        .map((mentioned) => ({ drifterId, mentioned })),
    );
    const newest = found.slice(0, limit).map((meeting) => {
      const { row = 0, mentions } = this.#stories.get(meeting.drifterId) ?? {};
      return { ...meeting, quote: this.#quote(row, mentions?.get(meeting.mentioned) ?? 0) };
    });
    return { total: found.length, newest };
  }

  #quote(row: number, position: number): string {
    const { title, text } = this.#text(row);
    return createQuote(joinTitle(title, text), position);
  }

  #text(row: number): { title: string; text: string } {
    const statement = this.#database.prepare("select title, plain from stories where rowid = ?");
    const { title, plain } = statement.get(row) ?? {};
    return { title: String(title), text: String(plain) };
  }

  close(): void {
    this.#database.close();
  }

  #hit(
    drifterId: DrifterId,
    row: number,
    createPassage: (text: string) => ExcerptPart[],
  ): StoryHit {
    const { title, text } = this.#text(row);
    return {
      drifterId,
      ...(title && { title: shorten(title, maxTitleLength) }),
      excerpt: createPassage(text),
      readingMinutes: readingMinutes(text),
    };
  }
}

/** Formats the terms as an FTS5 query. Terms contain no punctuation, so none can be syntax. */
function formatFtsQuery(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ words, isPrefix }) => `"${words.join(" ")}"${isPrefix ? " *" : ""}`)
    .join(" AND ");
}

function joinTitle(title: string, text: string): string {
  return title === "" ? text : `${title} · ${text}`;
}

/** Returns the position of the first mention of each token, also by a link to its page, in a story's plain text. */
function findPositions(plain: string, narrative: string): Map<DrifterId, number> {
  const positions = new Map<DrifterId, number>();
  for (const { drifterId, start } of findMentions(plain)) {
    if (!positions.has(drifterId)) positions.set(drifterId, start);
  }
  for (const { drifterId, label } of findLinkedTokens(narrative)) {
    const position = plain.indexOf(toPlainText(label));
    // Readers do not see a link in a comment.
    if (position !== -1 && !positions.has(drifterId)) positions.set(drifterId, position);
  }
  return positions;
}

import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { DrifterId } from "#protocol/drifterId";
import { findMentions } from "#protocol/mentions";
import { type SearchTerm, wordsIn } from "#protocol/searchTerms";
import { folderMode } from "../durableFile.ts";
import { beginningOf, excerptOf } from "./excerpt.ts";
import { plainStory } from "./plainStory.ts";
import {
  type SearchedStory,
  type StoryHit,
  type StoryVersion,
  searchFormat,
} from "./searchIndex.ts";

const schema = `
  create table stories (
    id integer primary key autoincrement,
    drifter_id text not null unique,
    revision integer not null,
    saved_at text not null
  );
  create table texts (id integer primary key, plain text not null);
  create table mentions (
    mentioned text not null,
    story_id integer not null references stories (id) on delete cascade,
    primary key (mentioned, story_id)
  ) without rowid;
  create index mentions_of_story on mentions (story_id);
  create virtual table words using fts5 (
    folded, content = '', contentless_delete = 1, prefix = 3, tokenize = ascii
  );
  create table file (inode text not null);
`;

const statements = {
  versions: "select drifter_id as drifterId, revision, saved_at as savedAt from stories",
  indexed: "select id from stories where drifter_id = ?",
  removeWords: "delete from words where rowid = ?",
  removeStory: "delete from stories where id = ?",
  removeText: "delete from texts where id = ?",
  addStory: "insert into stories (drifter_id, revision, saved_at) values (?, ?, ?)",
  addText: "insert into texts (id, plain) values (?, ?)",
  addWords: "insert into words (rowid, folded) values (?, ?)",
  addMention: "insert or ignore into mentions (mentioned, story_id) values (?, ?)",
  // Later stories have larger IDs.
  search: `select drifter_id as drifterId, revision, plain from (
      select rowid as id, rank from words where words match ? order by rank, rowid desc limit ? offset ?
    ) as hit join stories using (id) join texts using (id) order by rank, id desc`,
  matching: `select drifter_id as drifterId from words join stories on stories.id = words.rowid
    where words match ?`,
  mentionedIn: `select drifter_id as drifterId from mentions join stories on stories.id = story_id
    where mentioned = ? order by id desc`,
};

type Statements = Record<keyof typeof statements, StatementSync>;

/**
 * Index in an SQLite file, with its extension FTS5 (https://www.sqlite.org/fts5.html) on the folded words of plain
 * texts that are kept beside it. All methods are synchronous, so it runs in a worker thread.
 */
export class SqliteIndex {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #statements: Statements | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Opens the file, or creates it again if it is missing, damaged, a copy, or of another version. */
  load(): StoryVersion[] {
    this.close();
    try {
      this.#open();
    } catch {
      this.#create();
    }
    // Safety: the columns have these types.
    return this.#run.versions.all() as unknown as StoryVersion[];
  }

  /** Opens the file as `load` has left it. Throws if it is not as it was. */
  reopen(): void {
    this.close();
    try {
      this.#open();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  put(stories: readonly SearchedStory[]): void {
    this.#inTransaction(() => {
      for (const story of stories) {
        this.#delete(story.drifterId);
        this.#insert(story);
      }
    });
  }

  remove(drifterIds: readonly DrifterId[]): void {
    this.#inTransaction(() => {
      for (const drifterId of drifterIds) this.#delete(drifterId);
    });
  }

  search(terms: readonly SearchTerm[], offset: number, limit: number): StoryHit[] {
    const rows = this.#run.search.all(matchOf(terms), limit, offset);
    return rows.map((row) => hitOf(row, (plain) => excerptOf(plain, terms)));
  }

  matching(terms: readonly SearchTerm[]): DrifterId[] {
    return this.#run.matching.all(matchOf(terms)).map(({ drifterId }) => String(drifterId));
  }

  beginnings(drifterIds: readonly DrifterId[]): StoryHit[] {
    const marks = drifterIds.map(() => "?").join();
    const rows = this.#opened
      .prepare(
        `select drifter_id as drifterId, revision, substr(plain, 1, 1000) as plain
         from stories join texts using (id) where drifter_id in (${marks})`,
      )
      .all(...drifterIds);
    return rows.map((row) => hitOf(row, beginningOf));
  }

  mentionedIn(drifterId: DrifterId): DrifterId[] {
    return this.#run.mentionedIn.all(drifterId).map(({ drifterId }) => String(drifterId));
  }

  close(): void {
    if (this.#database?.isOpen) this.#database.close();
    this.#database = undefined;
    this.#statements = undefined;
  }

  get #opened(): DatabaseSync {
    if (this.#database === undefined) throw new Error("The search index is not open.");
    return this.#database;
  }

  get #run(): Statements {
    this.#statements ??= prepareAll(this.#opened);
    return this.#statements;
  }

  /** Throws unless the file is complete and was made here by this version. */
  #open(): void {
    const database = this.#connect();
    const version = database.prepare("pragma user_version").get()?.user_version;
    if (version !== searchFormat) throw new Error("The search index is of another version.");
    // A file that was copied while it was written can be inconsistent.
    const inode = database.prepare("select inode from file").get()?.inode;
    if (inode !== this.#inode()) throw new Error("The search index is a copy.");
  }

  #create(): void {
    this.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(this.#path + suffix, { force: true });
    mkdirSync(dirname(this.#path), { recursive: true, mode: folderMode });
    const database = this.#connect();
    database.exec(schema);
    database.prepare("insert into file (inode) values (?)").run(this.#inode());
    database.exec(`pragma user_version = ${searchFormat}`);
  }

  #connect(): DatabaseSync {
    // A former thread may still be closing it.
    const database = new DatabaseSync(this.#path, { timeout: 5_000 });
    this.#database = database;
    // With these, a power failure can lose the last changes, which are then indexed again, but damages nothing.
    database.exec("pragma journal_mode = wal; pragma synchronous = normal");
    return database;
  }

  #inode(): string {
    const { dev, ino } = statSync(this.#path, { bigint: true });
    return `${dev}.${ino}`;
  }

  #inTransaction(work: () => void): void {
    const database = this.#opened;
    database.exec("begin");
    try {
      work();
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  }

  #delete(drifterId: DrifterId): void {
    const row = this.#run.indexed.get(drifterId);
    if (row?.id === undefined) return;
    this.#run.removeWords.run(row.id);
    this.#run.removeStory.run(row.id);
    this.#run.removeText.run(row.id);
  }

  #insert({ drifterId, revision, savedAt, narrative }: SearchedStory): void {
    const plain = plainStory(narrative);
    const { lastInsertRowid: id } = this.#run.addStory.run(drifterId, revision, savedAt);
    this.#run.addText.run(id, plain);
    const words = wordsIn(plain).map(({ folded }) => folded);
    this.#run.addWords.run(id, words.join(" "));
    for (const { drifterId: mentioned } of findMentions(plain)) {
      if (mentioned !== drifterId) this.#run.addMention.run(mentioned, id);
    }
  }
}

function prepareAll(database: DatabaseSync): Statements {
  const prepared = Object.entries(statements).map(([name, text]) => [name, database.prepare(text)]);
  // Safety: the same keys.
  return Object.fromEntries(prepared) as Statements;
}

/** The terms in FTS5's language. Words have no punctuation, so that nothing in them can be syntax. */
function matchOf(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ words, isPrefix }) => `"${words.join(" ")}"${isPrefix ? " *" : ""}`)
    .join(" AND ");
}

function hitOf(
  { drifterId, revision, plain }: Record<string, unknown>,
  excerpt: (plain: string) => StoryHit["excerpt"],
): StoryHit {
  return {
    drifterId: String(drifterId),
    revision: Number(revision),
    excerpt: excerpt(String(plain)),
  };
}

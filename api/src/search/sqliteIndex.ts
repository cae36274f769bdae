import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { DrifterId } from "#protocol/drifterId";
import { findMentions } from "#protocol/mentions";
import type { NarrativeRecord } from "#protocol/narrative";
import { type SearchTerm, wordsIn } from "#protocol/searchTerms";
import type { ExcerptPart } from "#protocol/storyPages";
import { beginningOf, excerptOf } from "./excerpt.ts";
import { plainStory } from "./plainStory.ts";

/** A story to index. */
export type SearchedStory = Pick<NarrativeRecord, "drifterId" | "revision" | "narrative">;

/** A story that was found, or is listed. */
export interface StoryHit {
  drifterId: DrifterId;
  revision: number;
  excerpt: ExcerptPart[];
}

const schema = `
  create table stories (
    id integer primary key autoincrement,
    drifter_id text not null unique,
    revision integer not null
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
`;

const statements = {
  indexed: "select id from stories where drifter_id = ?",
  removeWords: "delete from words where rowid = ?",
  removeStory: "delete from stories where id = ?",
  removeText: "delete from texts where id = ?",
  addStory: "insert into stories (drifter_id, revision) values (?, ?)",
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
 * Index of the words of stories in memory, with SQLite's extension FTS5 (https://www.sqlite.org/fts5.html) on the folded
 * words of plain texts that are kept beside it.
 */
export class SqliteIndex {
  readonly #database = new DatabaseSync(":memory:");
  readonly #run: Statements;

  constructor() {
    this.#database.exec(schema);
    this.#run = prepareAll(this.#database);
  }

  /** Indexes stories, oldest first; each replaces its drifter's older one. */
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

  /** Returns a part of the stories with all terms, best match first, then newest first. */
  search(terms: readonly SearchTerm[], offset: number, limit: number): StoryHit[] {
    const rows = this.#run.search.all(matchOf(terms), limit, offset);
    return rows.map((row) => hitOf(row, (plain) => excerptOf(plain, terms)));
  }

  /** Returns all drifters whose stories have all terms. */
  matching(terms: readonly SearchTerm[]): DrifterId[] {
    return this.#run.matching.all(matchOf(terms)).map(({ drifterId }) => String(drifterId));
  }

  /** Returns the beginnings of stories, in any order; those that are not indexed are left out. */
  beginnings(drifterIds: readonly DrifterId[]): StoryHit[] {
    const marks = drifterIds.map(() => "?").join();
    const rows = this.#database
      .prepare(
        `select drifter_id as drifterId, revision, substr(plain, 1, 1000) as plain
         from stories join texts using (id) where drifter_id in (${marks})`,
      )
      .all(...drifterIds);
    return rows.map((row) => hitOf(row, beginningOf));
  }

  /** Returns the drifters whose stories mention a drifter, newest story first. */
  mentionedIn(drifterId: DrifterId): DrifterId[] {
    return this.#run.mentionedIn.all(drifterId).map(({ drifterId }) => String(drifterId));
  }

  close(): void {
    this.#database.close();
  }

  #inTransaction(work: () => void): void {
    const database = this.#database;
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

  #insert({ drifterId, revision, narrative }: SearchedStory): void {
    const plain = plainStory(narrative);
    const { lastInsertRowid: id } = this.#run.addStory.run(drifterId, revision);
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

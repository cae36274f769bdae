import type { PoolClient, QueryConfig } from "pg";
import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import { findMentions } from "#protocol/mentions";
import { type SearchTerm, wordsIn } from "#protocol/searchTerms";
import { Database, QueryError } from "../database/database.ts";
import { inTransaction } from "../database/inTransaction.ts";
import { beginningOf, excerptOf } from "./excerpt.ts";
import { plainStory } from "./plainStory.ts";
import {
  type SearchedStory,
  type SearchIndex,
  type StoryHit,
  searchFormat,
} from "./searchIndex.ts";

/** Longest time of a query that compares all stories with the index. */
const comparisonMilliseconds = 120_000;

/** Drifters without a text of their last revision, oldest first. */
const missingTexts = {
  name: "missing_texts",
  text: `select drifter_id from narrative_heads as head where not exists (
      select from narrative_texts as kept where kept.drifter_id = head.drifter_id
        and kept.revision = head.revision and kept.saved_at = head.saved_at
        and kept.format = ${searchFormat})
    order by saved_at`,
  query_timeout: comparisonMilliseconds,
};

/** Never replaces a later save, since a slower process can be a step behind. */
const put = {
  name: "put_text",
  text: `insert into narrative_texts as kept
      (drifter_id, revision, saved_at, format, plain, mentions, words)
    values ($1, $2, $3, ${searchFormat}, $4, $5, $6::tsvector)
    on conflict (drifter_id) do update set revision = excluded.revision,
      saved_at = excluded.saved_at, format = excluded.format, plain = excluded.plain,
      mentions = excluded.mentions, words = excluded.words
      where kept.saved_at < excluded.saved_at or kept.format <> excluded.format`,
};

/** The indexed texts that readers may see: current ones that are not hidden. */
const shownTexts = `narrative_texts as kept
  join narrative_heads as head using (drifter_id, revision, saved_at)
  where not exists (select from narrative_hidden where drifter_id = kept.drifter_id)`;

const question = "$1::tsquery";

/** Ranking reads all words of a story, so that only so many of the newest stories that match are ranked. */
const mostRanked = 500;

/** Those that are ranked ($2 from which on, $3 how many), and after them the older ones. */
const search = {
  name: "search_texts",
  text: `with found as (
      select drifter_id, revision, kept.saved_at, words, plain,
        row_number() over (order by kept.saved_at desc) as age
      from ${shownTexts} and words @@ ${question}
    )
    select drifter_id, revision, plain from found
    order by case when age <= ${mostRanked} then ts_rank_cd(words, ${question}, 1) else -1 end desc,
      saved_at desc
    offset $2 limit $3`,
};

const matching = {
  name: "matching_texts",
  text: `select drifter_id from ${shownTexts} and words @@ ${question}`,
};

const beginnings = {
  name: "beginnings",
  text: `select drifter_id, revision, left(plain, 1000) as plain from ${shownTexts}
    and drifter_id = any ($1)`,
};

const mentionedIn = {
  name: "mentioned_in",
  text: `select drifter_id from ${shownTexts} and mentions @> array[$1::text]
    order by kept.saved_at desc`,
};

interface TextRow {
  drifter_id: DrifterId;
  revision: number;
  plain: string;
}

/**
 * Index in PostgreSQL, beside the stories and shared by all processes. Rows stay when a story is hidden or removed;
 * searches leave them out.
 */
export class PostgresIndex implements SearchIndex {
  readonly #open: () => Promise<Database>;
  #database: Promise<Database> | undefined;

  constructor(databaseUrl: string, logger: Logger) {
    this.#open = () => Database.open(databaseUrl, logger, { connections: 2 });
  }

  /** Rows of stories that are no longer listed stay, so the stories need not be compared with them. */
  open(): Promise<DrifterId[]> {
    return this.#inTransaction(async (client) => {
      await client.query(`set local statement_timeout = ${comparisonMilliseconds}`);
      const { rows } = await client.query<Pick<TextRow, "drifter_id">>(missingTexts);
      return rows.map(({ drifter_id }) => drifter_id);
    });
  }

  async put(stories: readonly SearchedStory[]): Promise<void> {
    const rows = stories.map(rowOf);
    await this.#inTransaction(async (client) => {
      for (const values of rows) await client.query({ ...put, values });
    });
  }

  async remove(): Promise<void> {}

  async search(terms: readonly SearchTerm[], offset: number, limit: number): Promise<StoryHit[]> {
    const values = [questionOf(terms), offset, limit];
    const rows = await this.#withoutScans<TextRow>({ ...search, values });
    return rows.map((row) => hitOf(row, excerptOf(row.plain, terms)));
  }

  async matching(terms: readonly SearchTerm[]): Promise<DrifterId[]> {
    type Row = Pick<TextRow, "drifter_id">;
    const values = [questionOf(terms)];
    const rows = await this.#withoutScans<Row>({ ...matching, values });
    return rows.map(({ drifter_id }) => drifter_id);
  }

  async beginnings(drifterIds: readonly DrifterId[]): Promise<StoryHit[]> {
    const rows = await this.#ask<TextRow>(beginnings, drifterIds);
    return rows.map((row) => hitOf(row, beginningOf(row.plain)));
  }

  async mentionedIn(drifterId: DrifterId): Promise<DrifterId[]> {
    const rows = await this.#ask<Pick<TextRow, "drifter_id">>(mentionedIn, drifterId);
    return rows.map(({ drifter_id }) => drifter_id);
  }

  async close(): Promise<void> {
    await (await this.#database?.catch(() => undefined))?.close();
  }

  /** For words in most stories, the planner would read and decompress all rows instead of the index. */
  #withoutScans<Row extends object>(query: QueryConfig): Promise<Row[]> {
    return this.#inTransaction(async (client) => {
      await client.query("set local enable_seqscan = off");
      return (await client.query<Row>(query)).rows;
    });
  }

  async #inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const database = await this.#opened();
    try {
      return await database.withClient((client) => inTransaction(client, () => work(client)));
    } catch (error) {
      throw new QueryError(error);
    }
  }

  async #ask<Row extends object>(query: QueryConfig, ...values: unknown[]): Promise<Row[]> {
    return (await this.#opened()).ask<Row>(query, values);
  }

  #opened(): Promise<Database> {
    this.#database ??= this.#open().catch((error) => {
      this.#database = undefined;
      throw error;
    });
    return this.#database;
  }
}

/** Of a `tsvector`; the positions of later words are not told apart. */
const maxPosition = 16_383;

/** Parameters of `put`. */
function rowOf({ drifterId, revision, savedAt, narrative }: SearchedStory): unknown[] {
  const plain = plainStory(narrative);
  const mentions = new Set(findMentions(plain).map((mention) => mention.drifterId));
  mentions.delete(drifterId);
  const words = wordsIn(plain).map(({ folded }, index) => {
    return `'${folded}':${Math.min(index + 1, maxPosition)}`;
  });
  return [drifterId, revision, savedAt, plain, [...mentions], words.join(" ")];
}

/** The terms as a `tsquery`. Words have no punctuation, so that nothing in them can be syntax. */
function questionOf(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ words, isPrefix }) => {
      const phrase = words.map((word) => `'${word}'`).join(" <-> ");
      return isPrefix ? `${phrase}:*` : phrase;
    })
    .join(" & ");
}

function hitOf({ drifter_id, revision }: TextRow, excerpt: StoryHit["excerpt"]): StoryHit {
  return { drifterId: drifter_id, revision, excerpt };
}

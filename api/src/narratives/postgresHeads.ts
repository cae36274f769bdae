import type { QueryConfig, QueryResultRow } from "pg";
import type { DrifterId } from "#protocol/drifterId";
import { inTime } from "../inTime.ts";
import { ApiError } from "../problem.ts";
import { ConfirmedMemory } from "./confirmedMemory.ts";
import { changedHeads, headsInOneQuery } from "./postgresQueries.ts";
import { type ChangedHeadRow, headOf } from "./postgresRows.ts";
import { StoryIndex } from "./storyIndex.ts";

interface HeadSource {
  ask<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]>;
  /** Starts to call `onChange` with the position of each change in the database. */
  listen(onChange: (position: string) => void): void;
  /** Longest time for which a read waits for the database; by default 3 s. */
  longestWaitMilliseconds?: number;
}

/** Copy in memory of the heads in a database, which this and other processes change. */
export class PostgresHeads {
  readonly #source: HeadSource;
  readonly #index = new StoryIndex();
  readonly #memory: ConfirmedMemory;
  /** Position of the last change in the index. */
  #position = "0";

  constructor(source: HeadSource) {
    this.#source = source;
    this.#memory = new ConfirmedMemory({
      load: () => this.#load(),
      onUse: () => source.listen((position) => this.#noteNews(position)),
    });
  }

  /** The index, if it may answer at this moment without a query. */
  known(): StoryIndex | undefined {
    return this.#memory.mayAnswer() ? this.#index : undefined;
  }

  /**
   * The index, after a query if it may not answer without.
   *
   * @throws {ApiError} `store.unavailable` if that takes too long.
   */
  async current(): Promise<StoryIndex> {
    if (!this.#memory.mayAnswer()) await this.#confirmInTime();
    return this.#index;
  }

  /** The index with at least this revision of a drifter, if the database has it. */
  async atLeast(drifterId: DrifterId, revision: number): Promise<StoryIndex> {
    const index = await this.current();
    const known = index.get(drifterId)?.item.revision ?? 0;
    if (known < revision) await this.#confirmInTime();
    return index;
  }

  /** The index with everything that was committed before the call. */
  async newest(): Promise<StoryIndex> {
    await this.#memory.confirm();
    return this.#index;
  }

  /** Makes the next read return everything that is committed by now. */
  expire(): void {
    this.#memory.expire();
  }

  /** While the database hangs, queries wait for others and for connections, and together longer than any reader. */
  async #confirmInTime(): Promise<void> {
    const { longestWaitMilliseconds = 3_000 } = this.#source;
    const confirmed = this.#memory.confirm().then(() => true);
    if (await inTime(confirmed, longestWaitMilliseconds)) return;
    const cause = new Error(`The database did not respond within ${longestWaitMilliseconds} ms.`);
    throw new ApiError("store.unavailable", { cause });
  }

  /** The database announces own changes too; what the index contains is no news. */
  #noteNews(position: string): void {
    if (BigInt(position) > BigInt(this.#position)) this.#memory.noteNews();
  }

  /** Loads in several queries what is too much for one. */
  async #load(): Promise<void> {
    let rows: ChangedHeadRow[];
    do {
      rows = await this.#source.ask<ChangedHeadRow>(changedHeads, [this.#position]);
      for (const row of rows) {
        this.#index.place(headOf(row));
        this.#index.setHidden(row.drifter_id, row.is_hidden);
        this.#position = row.position;
      }
    } while (rows.length === headsInOneQuery);
  }
}

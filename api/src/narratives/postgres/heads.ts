import type { QueryConfig, QueryResultRow } from "pg";
import { larger } from "#protocol/values/bigints";
import type { DrifterId } from "#protocol/values/drifterId";
import { ApiError } from "../../base/apiError.ts";
import { inTime } from "../../base/inTime.ts";
import { type Head, StoryIndex } from "../storyIndex.ts";
import { changedHeads, headsInOneQuery } from "./queries.ts";
import { type ChangedHeadRow, headOf } from "./rows.ts";

interface HeadSource {
  query<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]>;
  /** Called with each change, and with each failed query, as there may be changes. */
  onChange(): void;
  /** Called before everything is read again, because the database may have lost what was read. */
  onOtherLog(): void;
  /** Longest time for which a read waits for the database; by default 3 s. */
  maxWaitMilliseconds?: number;
}

/** Time between queries for other processes' changes, which are seen about a second later at most. */
const pollMilliseconds = 500;
/** After this time without a successful query, reads wait for one. */
const maxAgeMilliseconds = 2_000;

/** Copy in memory of the heads in a database, which this and other processes change. */
export class PostgresHeads {
  readonly #source: HeadSource;
  readonly #index: StoryIndex;
  readonly #timer: NodeJS.Timeout;
  /** Position of the last change in the index. */
  #position = "0";
  /** The last position that is known, of this process's saves too. */
  #seen = 0n;
  /** Undefined before the first query. */
  #epoch: string | undefined;
  /** When the last successful query was sent. */
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(source: HeadSource) {
    this.#source = source;
    this.#index = new StoryIndex(source.onChange);
    // If a query fails, reads query the database themselves and report the failure.
    const refresh = () => this.newest().catch(() => undefined);
    this.#timer = setInterval(refresh, pollMilliseconds).unref();
  }

  /**
   * The index, after a query if the last one is too long ago.
   *
   * @throws {ApiError} `store.unavailable` if that takes too long.
   */
  async current(): Promise<StoryIndex> {
    if (performance.now() - this.#loadedAt < maxAgeMilliseconds) return this.#index;
    const { maxWaitMilliseconds = 3_000 } = this.#source;
    // While the database hangs, queries wait for others and for connections.
    const index = await inTime(this.newest(), maxWaitMilliseconds);
    if (index !== undefined) return index;
    const cause = new Error(`The database did not respond within ${maxWaitMilliseconds} ms.`);
    throw new ApiError("store.unavailable", { cause });
  }

  /**
   * The index with everything that was committed before the call. Callers that arrive during a query share the next
   * one, because the running one may be too old for them.
   */
  async newest(): Promise<StoryIndex> {
    this.#next ??= this.#loading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#loading = this.#load();
        return this.#loading;
      });
    await this.#next;
    return this.#index;
  }

  /** Sets a revision that this process has saved at a position. */
  place(head: Head, position: string): void {
    this.#seen = larger(this.#seen, BigInt(position));
    const known = this.#index.get(head.item.drifterId)?.item.revision ?? 0;
    // The result of an earlier query may arrive later.
    if (known <= head.item.revision) this.#index.place(head);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    const sentAt = performance.now();
    try {
      await this.#loadChanges();
      this.#loadedAt = sentAt;
    } catch (error) {
      this.#source.onChange();
      throw error;
    }
  }

  /** Loads in several queries what is too much for one, and everything again from another log. */
  async #loadChanges(): Promise<void> {
    /** The tokens of another log. */
    let present: Set<DrifterId> | undefined;
    const seen = this.#seen;
    for (;;) {
      const rows = await this.#source.query<ChangedHeadRow>(changedHeads, [this.#position]);
      const [log] = rows;
      if (log === undefined) throw new Error("The database has lost its clock.");
      const isOther = log.epoch !== this.#epoch || (!present && BigInt(log.clock) < seen);
      if (isOther && this.#epoch !== undefined) {
        this.#source.onOtherLog();
        present = new Set();
      }
      this.#epoch = log.epoch;
      if (isOther) this.#seen = 0n;
      if (isOther && this.#position !== "0") {
        this.#position = "0";
        continue;
      }
      for (const row of rows) {
        if (row.drifter_id === null) continue;
        this.#index.setHidden(row.drifter_id, row.is_hidden);
        // Another log may have an older revision.
        if (present === undefined) this.place(headOf(row), row.position);
        else this.#index.place(headOf(row));
        present?.add(row.drifter_id);
        this.#position = row.position;
        this.#seen = larger(this.#seen, BigInt(row.position));
      }
      if (rows.length < headsInOneQuery) break;
    }
    if (present !== undefined) this.#index.keepOnly(present);
  }
}

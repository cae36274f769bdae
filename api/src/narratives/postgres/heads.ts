import type { QueryConfig, QueryResultRow } from "pg";
import { larger } from "#protocol/values/bigints";
import type { DrifterId } from "#protocol/values/drifterId";
import { ApiError } from "../../base/apiError.ts";
import { withTimeout } from "../../base/withTimeout.ts";
import { type Head, StoryIndex } from "../storyIndex.ts";
import { changedHeads, maxHeadsPerQuery } from "./queries.ts";
import { type ChangedHeadRow, toHead } from "./rows.ts";

interface HeadSource {
  query<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]>;
  /** Called after each change and after each failed query, which may hide changes. */
  onChange(): void;
  /** Called before a full reload, because the database may have lost data. */
  onLogReset(): void;
  /** Maximum time that a read waits for the database; 3 s by default. */
  maxWaitMilliseconds?: number;
}

/** Interval between queries for other processes' changes, which become visible within about a second. */
const pollMilliseconds = 500;
/** Reads wait for a query if the last successful query is older than this. */
const maxAgeMilliseconds = 2_000;

/** In-memory copy of the latest revisions in a database that several processes share. */
export class PostgresHeads {
  readonly #source: HeadSource;
  readonly #index: StoryIndex;
  readonly #timer: NodeJS.Timeout;
  /** Log position of the last change in the index. */
  #position = "0";
  /** Latest known log position, including this process's saves. */
  #seen = 0n;
  /** Epoch of the log; undefined before the first query. */
  #epoch: string | undefined;
  /** Time at which the last successful query was sent. */
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
   * Returns the index, after a new query if the last query is too old.
   *
   * @throws {ApiError} `store.unavailable` if that takes too long.
   */
  async current(): Promise<StoryIndex> {
    if (performance.now() - this.#loadedAt < maxAgeMilliseconds) return this.#index;
    const { maxWaitMilliseconds = 3_000 } = this.#source;
    // While the database hangs, queries wait for earlier queries and for connections.
    const index = await withTimeout(this.newest(), maxWaitMilliseconds);
    if (index !== undefined) return index;
    const cause = new Error(`The database did not respond within ${maxWaitMilliseconds} ms.`);
    throw new ApiError("store.unavailable", { cause });
  }

  /**
   * Returns the index including everything committed before the call. Callers during a query share
   * the next query, because the running query may be too old for them.
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

  /** Adds a revision that this process has just saved, with its position in the log. */
  place(head: Head, position: string): void {
    this.#seen = larger(this.#seen, BigInt(position));
    const known = this.#index.get(head.item.drifterId)?.item.revision ?? 0;
    // Skips an older revision: results of an earlier query may arrive late.
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

  /** Loads large changes in several queries, and reloads everything if the log's epoch changed. */
  async #loadChanges(): Promise<void> {
    /** Tokens loaded from a different log. */
    let present: Set<DrifterId> | undefined;
    const seen = this.#seen;
    for (;;) {
      const rows = await this.#source.query<ChangedHeadRow>(changedHeads, [this.#position]);
      const [log] = rows;
      if (log === undefined) throw new Error("The database's clock row is missing.");
      const isOther = log.epoch !== this.#epoch || (!present && BigInt(log.clock) < seen);
      if (isOther && this.#epoch !== undefined) {
        this.#source.onLogReset();
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
        // A different log may contain an older revision.
        if (present === undefined) this.place(toHead(row), row.position);
        else this.#index.place(toHead(row));
        present?.add(row.drifter_id);
        this.#position = row.position;
        this.#seen = larger(this.#seen, BigInt(row.position));
      }
      if (rows.length < maxHeadsPerQuery) break;
    }
    if (present !== undefined) this.#index.removeAllExcept(present);
  }
}

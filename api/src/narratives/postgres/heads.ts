import type { QueryConfig, QueryResultRow } from "pg";
import { ApiError } from "../../base/apiError.ts";
import { inTime } from "../../base/inTime.ts";
import { type Head, StoryIndex } from "../storyIndex.ts";
import { changedHeads, headsInOneQuery } from "./queries.ts";
import { type ChangedHeadRow, headOf } from "./rows.ts";

interface HeadSource {
  query<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]>;
  /** Called with each change, and with each failed query, as there may be changes. */
  onChange(): void;
  /** Longest time for which a read waits for the database; by default 3 s. */
  maxWaitMilliseconds?: number;
}

/** As often as a folder's hide list is read. */
const pollMilliseconds = 250;
/** After this time without a successful query, reads wait for one. */
const maxAgeMilliseconds = 2_000;

/** Copy in memory of the heads in a database, which this and other processes change. */
export class PostgresHeads {
  readonly #source: HeadSource;
  readonly #index: StoryIndex;
  readonly #timer: NodeJS.Timeout;
  /** Position of the last change in the index. */
  #position = "0";
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

  /** Sets a revision that this process has saved. */
  place(head: Head): void {
    const known = this.#index.get(head.item.drifterId)?.item.revision ?? 0;
    // The result of an earlier query may arrive later.
    if (known <= head.item.revision) this.#index.place(head);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Loads in several queries what is too much for one. */
  async #load(): Promise<void> {
    const sentAt = performance.now();
    try {
      let rows: ChangedHeadRow[];
      do {
        rows = await this.#source.query<ChangedHeadRow>(changedHeads, [this.#position]);
        for (const row of rows) {
          this.place(headOf(row));
          this.#index.setHidden(row.drifter_id, row.is_hidden);
          this.#position = row.position;
        }
      } while (rows.length === headsInOneQuery);
      this.#loadedAt = sentAt;
    } catch (error) {
      this.#source.onChange();
      throw error;
    }
  }
}

import type { PoolClient, QueryConfig, QueryResultRow } from "pg";
import type { Logger } from "pino";
import { isStory } from "#protocol/stories/narrative";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../../base/apiError.ts";
import { Database, QueryError, toDatabaseError } from "../../files/database.ts";
import { inTransaction } from "../../files/inTransaction.ts";
import { TaskQueue } from "../../files/taskQueue.ts";
import type { Precondition } from "../../http/revisionTag.ts";
import { toListItem } from "../listItem.ts";
import {
  type HideList,
  isUnreadableRevision,
  MissingRevisionError,
  type NarrativeDraft,
  type NarrativeStore,
  type SaveOutcome,
  StoreNotEmptyError,
  type StoryReader,
} from "../store.ts";
import { PostgresHeads } from "./heads.ts";
import * as queries from "./queries.ts";
import {
  draftValues,
  type HeadRow,
  type HiddenRow,
  type RevisionRow,
  type SavedRevisionRow,
  toHead,
  toHiddenToken,
  toSignedRevision,
} from "./rows.ts";

/** SQLSTATE codes for concurrent saves: unique violation, serialization failure, deadlock. */
const conflictCodes = new Set<unknown>(["23505", "40001", "40P01"]);

/** A store in a PostgreSQL database, shared by any number of processes. */
export class PostgresStore implements NarrativeStore {
  readonly #database: Database;
  readonly #queue = new TaskQueue();
  readonly #heads: PostgresHeads;

  private constructor(database: Database, logger: Logger, onChange: () => void) {
    this.#database = database;
    this.#heads = new PostgresHeads({
      query: (query, values) => this.#query(query, values),
      onChange,
      onLogReset: () =>
        logger.warn("the database was restarted or replaced: rereading all stories"),
    });
  }

  /**
   * Opens the stories in a database; creates the tables in an empty database.
   *
   * @throws {DatabaseError}
   */
  static async open(
    databaseUrl: string,
    logger: Logger,
    onChange: () => void = () => undefined,
  ): Promise<PostgresStore> {
    const database = await Database.open(databaseUrl, logger, { connections: 10 });
    const store = new PostgresStore(database, logger, onChange);
    try {
      await store.#heads.newest();
      return store;
    } catch (error) {
      await store.close();
      throw toDatabaseError(error instanceof ApiError ? error.cause : error, databaseUrl);
    }
  }

  stories(): Promise<StoryReader> {
    return this.#heads.current();
  }

  async find(drifterId: DrifterId, minRevision = 0): Promise<SignedRevision | undefined> {
    const stories = await this.#heads.current();
    if ((stories.get(drifterId)?.item.revision ?? 0) < minRevision) await this.#heads.newest();
    const read = async () => {
      const story = stories.story(drifterId);
      return story && this.#readRevision(drifterId, story.revision);
    };
    return read().catch(async (error) => {
      if (!isUnreadableRevision(error)) throw error;
      // The database may have lost the revision since the index was read.
      await this.#heads.newest();
      return read();
    });
  }

  async *history(drifterId: DrifterId, wanted?: "readable"): AsyncIterable<SignedRevision> {
    const isHidden = (await this.#heads.current()).isHidden(drifterId);
    if (wanted === undefined && isHidden) return;
    let below = 2 ** 31 - 1;
    for (;;) {
      const rows = await this.#query<RevisionRow>(queries.olderRevisions, [drifterId, below]);
      yield* rows.map(toSignedRevision);
      const last = rows.at(-1);
      if (last === undefined) return;
      below = last.revision;
    }
  }

  async *revisions(): AsyncIterable<SignedRevision> {
    let last: Pick<RevisionRow, "drifter_id" | "revision"> | undefined = {
      drifter_id: "",
      revision: 0,
    };
    while (last !== undefined) {
      const after: unknown[] = [last.drifter_id, last.revision];
      const rows: RevisionRow[] = await this.#query<RevisionRow>(queries.nextRevisions, after);
      yield* rows.map(toSignedRevision);
      last = rows.at(-1);
    }
  }

  async wasReplaced(drifterId: DrifterId, hash: string): Promise<boolean> {
    const { isCurrent, wasAccepted } = await this.#saveState(drifterId, hash);
    const wasReplaced = wasAccepted && !isCurrent;
    // A client that gets 412 reads the newer text next.
    if (wasReplaced) await this.#heads.newest();
    return wasReplaced;
  }

  save(draft: NarrativeDraft, precondition: Precondition = () => true): Promise<SaveOutcome> {
    return this.#queue.enqueue(draft.drifterId, async () => {
      try {
        const outcome = await this.#accept(draft, precondition);
        // A client that gets a conflict reads the current story next.
        if (outcome.kind !== "saved") await this.#heads.newest();
        return outcome;
      } catch (error) {
        // Even a failed save may have taken effect.
        this.#heads.newest().catch(() => undefined);
        throw error;
      }
    });
  }

  async restore(revisions: AsyncIterable<SignedRevision>): Promise<number> {
    const count = await this.#withClient((client) =>
      inTransaction(client, async () => {
        await client.query(queries.lockClock);
        const { rowCount } = await client.query("select from narrative_revisions limit 1");
        if (rowCount !== 0) throw new StoreNotEmptyError("The database already contains stories.");
        let restored = 0;
        for await (const signed of revisions) {
          await client.query(queries.restoreRevision, restoredValues(signed));
          restored += 1;
        }
        await client.query(queries.restoreHeads);
        return restored;
      }),
    );
    await this.#heads.newest();
    return count;
  }

  async check(): Promise<void> {
    const [row] = await this.#query<{ is_read_only: boolean }>(queries.readOnlyState, []);
    if (row?.is_read_only === false) return;
    throw unavailable(new Error("The database is read-only."));
  }

  /**
   * The hide list in this database. This process applies a change immediately, other processes within about a second.
   */
  get hideList(): HideList {
    const change = (drifterId: DrifterId, query: QueryConfig, values: unknown[]) =>
      this.#withClient((client) =>
        inTransaction(client, async () => {
          // Otherwise, a concurrent first save would be missed, because its head does not exist yet.
          await client.query(queries.lockClock);
          const { rowCount } = await client.query({ ...query, values });
          await client.query({ ...queries.touchHead, values: [drifterId] });
          return rowCount === 1;
        }),
      ).finally(() => this.#heads.newest().catch(() => undefined));
    return {
      async hide(drifterId, reason, hiddenAt) {
        await change(drifterId, queries.hideToken, [drifterId, reason, hiddenAt]);
      },
      unhide: (drifterId) => change(drifterId, queries.unhideToken, [drifterId]),
      entries: async () =>
        (await this.#query<HiddenRow>(queries.hiddenTokens, [])).map(toHiddenToken),
    };
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    this.#heads.close();
    await this.#database.close();
  }

  async #accept(draft: NarrativeDraft, precondition: Precondition): Promise<SaveOutcome> {
    const { drifterId } = draft;
    const hash = narrativeHash(draft.narrative);
    // Retries when another process saves between the read and the write.
    for (;;) {
      const { head, isCurrent, wasAccepted } = await this.#saveState(drifterId, hash);
      if (head && isCurrent) {
        const record = await this.#readRevision(drifterId, head.item.revision);
        return { kind: "unchanged", record };
      }
      if (wasAccepted) return { kind: "replaced" };
      if (!precondition(head?.isStory ? head.item : undefined)) return { kind: "stale" };
      const row = await this.#append(draft, hash, head?.item.revision ?? 0);
      if (row === undefined) continue;
      const record = toSignedRevision(row);
      const saved = { item: toListItem(record), isStory: isStory(record.narrative) };
      this.#heads.place(saved, row.position);
      return { kind: "saved", record };
    }
  }

  /** Writes the next revision; returns undefined if a concurrent process wrote that revision or the same text. */
  async #append(
    draft: NarrativeDraft,
    hash: string,
    currentRevision: number,
  ): Promise<SavedRevisionRow | undefined> {
    const values = [draft.drifterId, currentRevision, hash, ...draftValues(draft)];
    try {
      const [row] = await this.#database.query<SavedRevisionRow>(queries.appendRevision, values);
      return row;
    } catch (error) {
      if (error instanceof QueryError && conflictCodes.has(error.code)) return undefined;
      throw unavailable(error);
    }
  }

  async #saveState(drifterId: DrifterId, hash: string) {
    type Row = HeadRow & {
      revision: number | null;
      narrative_sha256: string;
      was_accepted: boolean;
    };
    const [row] = await this.#query<Row>(queries.saveState, [drifterId, hash]);
    const head = row === undefined || row.revision === null ? undefined : toHead(row);
    const isCurrent = row?.narrative_sha256 === hash;
    return { head, isCurrent, wasAccepted: row?.was_accepted === true };
  }

  async #readRevision(drifterId: DrifterId, revision: number): Promise<SignedRevision> {
    const [row] = await this.#query<RevisionRow>(queries.oneRevision, [drifterId, revision]);
    if (row !== undefined) return toSignedRevision(row);
    throw unavailable(
      new MissingRevisionError(`Revision ${revision} of token ${drifterId} is missing.`),
    );
  }

  async #query<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]> {
    try {
      return await this.#database.query<Row>(query, values);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    try {
      return await this.#database.withClient(work);
    } catch (error) {
      throw error instanceof QueryError ? unavailable(error) : error;
    }
  }
}

function restoredValues(signed: SignedRevision): unknown[] {
  const { drifterId, revision, narrative, savedAt } = signed;
  return [drifterId, revision, narrativeHash(narrative), ...draftValues(signed), savedAt];
}

function unavailable(error: unknown): ApiError {
  return new ApiError("store.unavailable", { cause: error });
}

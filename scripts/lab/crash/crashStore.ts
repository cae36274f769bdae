import type { PostgresServer } from "../../shared/postgres/startPostgres.ts";
import type { StoredRevision } from "./oracle.ts";

export type StoreName = "lowdb" | "postgres";

/** The service's store during the rounds, with direct access to it. */
export interface CrashStore extends AsyncDisposable {
  name: StoreName;
  /** The environment variables that select it. */
  environment: Record<string, string>;
  /**
   * Reads all stored revisions.
   *
   * @throws {DurabilityViolation} if there is anything else, such as a partial or quarantined file.
   */
  inventory(): Promise<StoredRevision[]>;
  /** Waits until all writes of a killed process have ended. */
  settle(): Promise<void>;
  /** Resolves as soon as a write starts, if that is observable. */
  nextWrite?(): Promise<void>;
  /** The database server, if the store has one. */
  database: Pick<PostgresServer, "kill" | "recover"> | undefined;
}

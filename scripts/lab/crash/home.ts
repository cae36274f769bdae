import type { PostgresServer } from "../../shared/postgres/startPostgres.ts";
import type { StoredRevision } from "./oracle.ts";

export type StoreName = "lowdb" | "postgres";

/** Where the service keeps its stories during the rounds, and how to look there behind its back. */
export interface StoryHome extends AsyncDisposable {
  name: StoreName;
  /** The environment variables that select it. */
  environment: Record<string, string>;
  /**
   * Everything that is stored.
   *
   * @throws {DurabilityViolation} if there is anything else, such as a file half written or set aside.
   */
  inventory(): Promise<StoredRevision[]>;
  /** Waits until nothing is written any more on behalf of a process that was killed. */
  settle(): Promise<void>;
  /** Resolves as soon as something begins to be written, where that can be seen from outside. */
  nextWrite?(): Promise<void>;
  /** The server that keeps the stories, where it is a process of its own. */
  database: Pick<PostgresServer, "kill" | "recover"> | undefined;
}

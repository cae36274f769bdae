import { watch } from "node:fs";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type PostgresServer, startPostgres } from "../../shared/postgres/startPostgres.ts";
import { type FaultyLink, startFaultyLink } from "./faultyLink.ts";
import { assertDurable, type StoredRevision } from "./oracle.ts";

export type StoreName = "lowdb" | "postgres";

/** The service's store during the rounds, with direct access to it. */
export interface CrashStore extends AsyncDisposable {
  /** The environment variables that select it. */
  environment: Record<string, string>;
  /**
   * Reads all stored revisions.
   *
   * @throws {DurabilityViolation} if there is anything else, such as a partial or quarantined file.
   */
  inventory(): Promise<StoredRevision[]>;
  /** Resolves as soon as a write starts, if that is observable. */
  nextWrite?(): Promise<void>;
  /** The database server, if the store has one, and the network to it. */
  database?: PostgresServer;
  databaseLink?: FaultyLink;
}

/** Name of a revision's file: drifter, revision and the text's SHA-256. */
const fileForm = /^(?<drifterId>\d+)\.(?<revision>\d+)\.(?<hash>[0-9a-f]{64})\.json$/;

/** Other files of the service in the folder. */
const serviceFiles = new Set([".lock", ".format.json", "records"]);

/** Creates a temporary folder for the embedded store. */
export async function openFolderStore(): Promise<CrashStore> {
  const folder = await mkdtempDisposable(join(tmpdir(), "fringe-drifters-crash-"));
  return {
    environment: { DATA_DIR: folder.path },
    async inventory() {
      const names = await readdir(folder.path);
      return names.flatMap((name) => {
        if (serviceFiles.has(name)) return [];
        const { drifterId = "", revision, hash = "" } = fileForm.exec(name)?.groups ?? {};
        assertDurable(revision !== undefined, `${name} remains in the stories' folder.`);
        return { drifterId, revision: Number(revision), hash };
      });
    },
    nextWrite: () =>
      new Promise((resolve) => {
        const watcher = watch(folder.path, () => {
          watcher.close();
          resolve();
        });
      }),
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

const storedRevisions = `select drifter_id as "drifterId", revision, narrative_sha256 as hash
  from narrative_revisions`;

/** Drifters whose head is not their newest revision. */
const wrongHeads = `select drifter_id from narrative_heads as head
  full join (select distinct on (drifter_id) * from narrative_revisions
    order by drifter_id, revision desc) as newest using (drifter_id)
  where (head.revision, head.narrative_sha256, head.author, head.saved_at) is distinct from
    (newest.revision, newest.narrative_sha256, newest.author, newest.saved_at)`;

/** Starts a PostgreSQL server with default durability for the shared store. */
export async function openDatabaseStore(): Promise<CrashStore> {
  const server = await startPostgres();
  const link = await startFaultyLink(server.url);
  return {
    environment: { DATABASE_URL: link.url },
    database: server,
    databaseLink: link,
    async inventory() {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      try {
        const [wrong] = (await client.query(wrongHeads)).rows;
        const id = wrong?.drifter_id;
        assertDurable(!wrong, `The head of drifter ${id} is not its newest revision.`);
        return (await client.query<StoredRevision>(storedRevisions)).rows;
      } finally {
        await client.end();
      }
    },
    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

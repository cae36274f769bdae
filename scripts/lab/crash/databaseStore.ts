import { Client } from "pg";
import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import type { CrashStore } from "./crashStore.ts";
import { assertDurable } from "./durabilityViolation.ts";
import type { StoredRevision } from "./oracle.ts";

const storedRevisions = `select drifter_id as "drifterId", revision, narrative_sha256 as hash
  from narrative_revisions`;

/** Drifters whose head is not their newest revision. */
const crookedHeads = `select drifter_id from narrative_heads as head
  full join (select distinct on (drifter_id) * from narrative_revisions
    order by drifter_id, revision desc) as newest using (drifter_id)
  where (head.revision, head.narrative_sha256, head.author, head.saved_at) is distinct from
    (newest.revision, newest.narrative_sha256, newest.author, newest.saved_at)`;

const connectionsOfTheService = `select from pg_stat_activity
  where application_name = 'fringe-drifters'`;

const longestShutdownMilliseconds = 30_000;

/** Starts a PostgreSQL server with default durability for the shared store. */
export async function openDatabaseStore(): Promise<CrashStore> {
  const server = await startPostgres();
  return {
    name: "postgres",
    environment: { DATABASE_URL: server.url },
    database: server,
    async inventory() {
      await using client = await connect(server.url);
      const { rows: crooked } = await client.query<{ drifter_id: string }>(crookedHeads);
      assertDurable(
        crooked[0] === undefined,
        () => `The head of drifter ${crooked[0]?.drifter_id} is not its newest revision.`,
      );
      return (await client.query<StoredRevision>(storedRevisions)).rows;
    },
    async settle() {
      await using client = await connect(server.url);
      const timeout = AbortSignal.timeout(longestShutdownMilliseconds);
      while ((await client.query(connectionsOfTheService)).rowCount !== 0) {
        if (timeout.aborted) throw new Error("A connection of the killed service did not end.");
      }
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function connect(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  const query = client.query.bind(client) as Client["query"];
  return { query, [Symbol.asyncDispose]: () => client.end() };
}

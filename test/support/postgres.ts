import { Client } from "pg";
import { databaseUrl } from "../../scripts/shared/postgres/startPostgres.ts";
import { requestResource } from "../../scripts/test/runner/resources.ts";

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

let databases = 0;

/** Creates an empty database on the run's PostgreSQL server. */
export async function createTestDatabase(encoding = "UTF8") {
  const server = await requestResource("postgres");
  const urlOf = (name: string) => databaseUrl(server, name);
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const administrate = (sql: string) => query(urlOf("postgres"), sql);
  await administrate(
    `create database ${name} template template0 encoding '${encoding}' locale 'C'`,
  );
  return {
    url: urlOf(name),
    /** Runs SQL in the database. */
    query: (sql: string) => query(urlOf(name), sql),
    /** Terminates all connections and rejects new ones until the returned function is called. */
    async shut() {
      await administrate(`alter database ${name} allow_connections false`);
      await administrate(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      return () => administrate(`alter database ${name} allow_connections true`);
    },
    async [Symbol.asyncDispose]() {
      await administrate(`drop database ${name} with (force)`);
    },
  };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

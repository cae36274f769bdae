import { Client } from "pg";
import { databaseUrl } from "../../scripts/shared/postgres/startPostgres.ts";
import { requestResource } from "../../scripts/test/runner/resources.ts";

/** An empty database on the run's PostgreSQL server. */
export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Runs SQL in the database. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Terminates all connections and rejects new ones until the returned function is called. */
  shut(): Promise<() => Promise<unknown>>;
}

let databases = 0;

/** Creates a database on the run's server. */
export async function createTestDatabase(encoding = "UTF8"): Promise<TestDatabase> {
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
    query: (sql) => query(urlOf(name), sql),
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

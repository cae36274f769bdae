import { Client } from "pg";
import { databaseUrl, startPostgres } from "../../../shared/postgres/startPostgres.ts";

/** A PostgreSQL server with default durability. */
export interface Databases {
  /** Creates an empty database and returns its URL. */
  create(name: string): Promise<string>;
  end(): Promise<void>;
}

export async function startDatabases(): Promise<Databases> {
  const server = await startPostgres();
  return {
    async create(name) {
      await runSql(server.url, `create database ${name}`);
      return databaseUrl(server.url, name);
    },
    end: () => server.stop(),
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

/** A PostgreSQL server of its own, as durable as one is by default. */
export interface Databases {
  /** Makes an empty database and returns its URL. */
  create(name: string): Promise<string>;
  end(): Promise<void>;
}

const server = fileURLToPath(new URL("../../../test/postgresServer.ts", import.meta.url));

export async function startDatabases(): Promise<Databases> {
  const child = spawn(process.execPath, [server, "fsync=on"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit").then(([status]) => {
    throw new Error(`PostgreSQL ended with ${status}.`);
  });
  exit.catch(() => undefined);
  const [line] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
  const urlOf = (name: string) =>
    `postgres://postgres:only-for-tests@127.0.0.1:${Number(line)}/${name}`;
  return {
    async create(name) {
      await runSql(urlOf("postgres"), `create database ${name}`);
      return urlOf(name);
    },
    async end() {
      child.stdin.end();
      await exit.catch(() => undefined);
    },
  };
}

async function runSql(databaseUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";

/** A database of its own, empty, on the run's one PostgreSQL server. */
export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Runs SQL in the database. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Throws out who is there and lets nobody in, until the returned function is called. */
  shut(): Promise<() => Promise<unknown>>;
}

interface TestServer {
  process: ChildProcess;
  port: number;
}

let server: Promise<TestServer> | undefined;
let databases = 0;

// Outside every `describe`, so this runs once, after the last test of the run.
after("stop PostgreSQL", async () => {
  const running = await server?.catch(() => undefined);
  if (running === undefined) return;
  const exit = once(running.process, "exit");
  running.process.stdin?.end();
  await exit;
});

/** Makes a database; the server is started for the first one and ends with the run. */
export async function createTestDatabase(encoding = "UTF8"): Promise<TestDatabase> {
  server ??= startServer();
  const { port } = await server;
  const urlOf = (name: string) => `postgres://postgres:only-for-tests@127.0.0.1:${port}/${name}`;
  databases += 1;
  const name = `test_${databases}`;
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

async function startServer(): Promise<TestServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "postgresServer.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit").then(([status]) => {
    throw new Error(`PostgreSQL for tests ended with ${status}.`);
  });
  const [line] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
  exit.catch(() => undefined);
  return { process: child, port: Number(line) };
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

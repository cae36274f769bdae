import assert from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../shared/freePort.ts";
import { findProgram } from "../service/findProgram.ts";

/** PgBouncer in front of a database, configured as `docs/operate/scaling.md` allows. */
export interface Pooler extends AsyncDisposable {
  port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Child processes to kill if this process exits first. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts PgBouncer on a free port; returns undefined where it is not installed. It writes only to `folder`. */
export async function startPooler(folder: string, database: URL): Promise<Pooler | undefined> {
  const program = findProgram("pgbouncer");
  if (program === undefined) return undefined;
  await mkdir(folder);
  const file = join(folder, "pgbouncer.ini");
  const port = await freePort();
  const { hostname, username, password } = database;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${database.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
server_login_retry = 0
`,
  );
  let child: ChildProcess | undefined;
  const kill = async () => {
    child?.kill("SIGKILL");
    if (child !== undefined) await once(child, "exit");
    if (child !== undefined) running.delete(child);
    child = undefined;
  };
  const start = async () => {
    // PgBouncer refuses to run as root, and switches to this user after reading the file.
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    child = spawn(program, [...user, file], { stdio: ["ignore", "ignore", "pipe"] });
    running.add(child);
    const { stderr } = child;
    assert(stderr !== null);
    const log: string[] = [];
    for await (const line of createInterface({ input: stderr })) {
      log.push(line);
      if (/process up/.test(line)) return void stderr.resume();
    }
    throw new Error(`PgBouncer did not start.\n${log.join("\n")}`);
  };
  await start();
  return { port, kill, start, [Symbol.asyncDispose]: kill };
}

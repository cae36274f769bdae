import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";

/**
 * Starts the run's PostgreSQL server, which ends with this process at the latest.
 *
 * @returns its port on 127.0.0.1.
 */
export async function startPostgres(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "postgresServer.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit").then(([status]) => {
    throw new Error(`PostgreSQL for tests ended with status ${status}.`);
  });
  const [line] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
  exit.catch(() => undefined);
  // It must not keep this process alive: the server ends when its standard input closes.
  child.unref();
  // Safety: pipes of a child process are sockets.
  for (const pipe of [child.stdin, child.stdout] as unknown as Socket[]) pipe.unref();
  return String(line).trim();
}

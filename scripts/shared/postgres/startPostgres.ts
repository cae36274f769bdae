import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** A PostgreSQL server in a child process, which ends with this process at the latest. */
export interface PostgresServer {
  /** URL of the empty database `postgres`. */
  url: string;
  /** Kills every server process. */
  kill(): Promise<void>;
  /** Restarts it on the same data; resolves when it has recovered. */
  recover(): Promise<void>;
  /** Copies the data of the killed server. */
  copy(): Promise<void>;
  /** Replaces the killed server's data with the copy, which discards later commits. */
  restore(): Promise<void>;
  stop(): Promise<void>;
  /** Lets this process exit while the server runs. */
  unref(): void;
}

/**
 * Starts a server on a free port.
 *
 * @param settings such as `fsync=off`; PostgreSQL's defaults otherwise.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "server.ts"), ...settings], {
    // A separate process group, so that Ctrl-C in the terminal does not reach the server.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const failure = text(child.stderr);
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The PostgreSQL server has exited.\n${await failure}`);
    return value;
  };
  const order = async (word: "kill" | "recover" | "copy" | "restore") => {
    child.stdin.write(`${word}\n`);
    await nextLine();
  };
  return {
    url: await nextLine(),
    kill: () => order("kill"),
    recover: () => order("recover"),
    copy: () => order("copy"),
    restore: () => order("restore"),
    async stop() {
      child.stdin.end();
      await exit;
    },
    unref() {
      child.unref();
      // Safety: pipes of a child process are sockets.
      for (const pipe of [child.stdin, child.stdout, child.stderr] as unknown as Socket[])
        pipe.unref();
    },
  };
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

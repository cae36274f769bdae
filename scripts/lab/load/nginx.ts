import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { readCache, readSite, type SitePlace } from "./site.ts";

/** nginx in front of two processes. */
export interface Nginx extends AsyncDisposable {
  /** Returns how many requests nginx passed on from a stopping process to the other one. */
  countPassedOn(): Promise<number>;
}

/** Usual folders of nginx that a plain user's PATH often lacks. */
const systemFolders = ["/usr/sbin", "/usr/local/sbin"];
const longestStartMilliseconds = 10_000;

/** Child processes to kill if this one ends first. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** Returns the path of nginx, if it is installed. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...systemFolders];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

/**
 * Returns the path of nginx.
 *
 * @throws {UsageError} if it is not installed.
 */
export function assertNginx(): string {
  const program = findNginx();
  if (program !== undefined) return program;
  throw new UsageError(
    "nginx is not installed. Install it, for example with: apt-get install nginx",
  );
}

/**
 * Starts nginx with the site that operators install; it writes only to `folder`.
 *
 * @throws {UsageError} if it is not installed.
 */
export async function startNginx(folder: string, place: SitePlace): Promise<Nginx> {
  const program = assertNginx();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "cache.conf"), await readCache());
  await writeFile(join(folder, "site.conf"), await readSite(place));
  await writeFile(join(folder, "nginx.conf"), mainConfiguration);
  const child = spawn(program, ["-p", folder, "-e", "error.log", "-c", "nginx.conf"], {
    // Own process group: Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ["ignore", "ignore", "ignore"],
  });
  running.add(child);
  const exit = once(child, "exit").finally(() => running.delete(child));
  await listens(child, place.httpsPort, folder);
  return {
    async countPassedOn() {
      const lines = await readFile(join(folder, "passed-on.log"), "utf8");
      return lines.split("\n").length - 1;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

const temporaryFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  .map((kind) => `  ${kind}_temp_path ${kind};`)
  .join("\n");

/** The relevant parts of Debian's nginx.conf around the files `cache.conf` and `site.conf`. */
export const mainConfiguration = `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid nginx.pid;
error_log error.log warn;
events {
  worker_connections 1024;
}
http {
${temporaryFolders}
  default_type application/octet-stream;
  # A request that two processes were asked for has two addresses, with a comma between them.
  map $upstream_addr $passed_on {
    default 0;
    ~, 1;
  }
  log_format passed_on '$request_method $uri $status $upstream_addr';
  access_log passed-on.log passed_on if=$passed_on;
  include cache.conf;
  include site.conf;
}
`;

/** Waits until nginx listens; fails with nginx's log if it ends instead. */
async function listens(child: ChildProcess, port: number, folder: string): Promise<void> {
  const patience = AbortSignal.timeout(longestStartMilliseconds);
  while (!(await accepts(port))) {
    if (child.exitCode !== null || patience.aborted) {
      const log = await readFile(join(folder, "error.log"), "utf8").catch(() => "");
      throw new Error(`nginx did not start.\n${log}`);
    }
    await delay(20);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isAccepted = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  socket.destroy();
  return isAccepted;
}

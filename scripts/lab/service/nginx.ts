import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { findProgram } from "./findProgram.ts";

/** Where nginx listens, and the ports of the two processes behind it. */
export interface SitePorts {
  httpPort: number;
  httpsPort: number;
  /** Like `httpsPort`, but without TLS. */
  plainPort?: number;
  processPorts: readonly [number, number];
}

/** nginx in front of two processes. */
export interface Nginx extends AsyncDisposable {
  /** nginx's certificate, for clients to trust. */
  certificatePem: string;
}

const production = join(import.meta.dirname, "../../../api/production");
const certificates = "/etc/letsencrypt/live/site.example";
const startTimeoutMilliseconds = 10_000;

/** Child processes to kill if this process exits first. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/**
 * Starts nginx with the site configuration that operators install; nginx writes only to `folder`.
 *
 * @throws {Error} if nginx is not installed or, with the log, if it does not start.
 */
export async function startNginx(folder: string, ports: SitePorts): Promise<Nginx> {
  const program = findProgram("nginx");
  if (program === undefined) throw new Error("nginx is not installed.");
  await mkdir(folder, { recursive: true });
  const certificatePem = await makeCertificate(folder);
  await writeFile(join(folder, "cache.conf"), await readCache());
  await writeFile(join(folder, "site.conf"), await readSite(folder, ports));
  await writeFile(join(folder, "nginx.conf"), mainConfiguration);
  // A separate process group, so that Ctrl-C in the terminal does not reach nginx.
  const options = { detached: true, stdio: "ignore" } as const;
  const child = spawn(program, ["-p", folder, "-e", "error.log", "-c", "nginx.conf"], options);
  running.add(child);
  const exit = once(child, "exit").finally(() => running.delete(child));
  const timeout = AbortSignal.timeout(startTimeoutMilliseconds);
  while (!(await accepts(ports.httpsPort))) {
    if (child.exitCode !== null || timeout.aborted) {
      const log = await readFile(join(folder, "error.log"), "utf8").catch(() => "");
      throw new Error(`nginx did not start.\n${log}`);
    }
    await delay(20);
  }
  return {
    certificatePem,
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
  access_log off;
  include cache.conf;
  include site.conf;
}
`;

/** Reads `api/production/nginx.cache.conf`, with folders below this nginx's folder. */
export async function readCache(): Promise<string> {
  const cache = await readFile(join(production, "nginx.cache.conf"), "utf8");
  return cache.replaceAll("/var/lib/nginx/", "");
}

/** Reads `api/production/nginx.conf` with names, ports and certificates replaced for 127.0.0.1. */
async function readSite(folder: string, ports: SitePorts): Promise<string> {
  const { httpPort, httpsPort, plainPort, processPorts } = ports;
  const plain = plainPort === undefined ? "" : `listen 127.0.0.1:${plainPort};\n  `;
  const site = await readFile(join(production, "nginx.conf"), "utf8");
  return site
    .replaceAll(/^ +listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replace("listen 443 ssl", `${plain}listen 127.0.0.1:${httpsPort} ssl`)
    .replace("server 127.0.0.1:3001 ", `server 127.0.0.1:${processPorts[0]} `)
    .replace("server 127.0.0.1:3002 ", `server 127.0.0.1:${processPorts[1]} `)
    .replaceAll(`${certificates}/fullchain.pem`, join(folder, "localhost.pem"))
    .replaceAll(`${certificates}/privkey.pem`, join(folder, "localhost.key"))
    .replaceAll("site.example;", "localhost;");
}

/** Creates and returns a self-signed certificate for localhost in `folder`, valid for a day. */
async function makeCertificate(folder: string): Promise<string> {
  const [certificate, key] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  const kind = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1";
  const content = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  await promisify(execFile)("openssl", [...kind.split(" "), ...files, ...content]);
  return readFile(certificate, "utf8");
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isAccepted = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  socket.destroy();
  return isAccepted;
}

/** Reads the variables that `api/production/site@.service` sets for the process on a port. */
export async function readUnitEnvironment(port: number): Promise<Record<string, string>> {
  const unit = await readFile(join(production, "site@.service"), "utf8");
  const assignments = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(
    ([, values = ""]) => values.replaceAll("%i", String(port)).match(/\w+=\S*/g) ?? [],
  );
  return Object.fromEntries(assignments.map((each) => each.split("=") as [string, string]));
}

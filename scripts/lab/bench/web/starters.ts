import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import express from "express";
import expressStaticGzip from "express-static-gzip";
import { build } from "vite";

const root = join(import.meta.dirname, "../../../..");
const source = join(root, "test", "walletStarters");
/** Outside the project's package: only this bench needs these packages. */
const workplace = join(root, "node_modules", ".cache", "wallet-starters");

/** Folders of the pages to compare with. */
const starterNames = ["plain", "appkit", "rainbowkit"] as const;

export interface RunningStarters {
  urls: Record<(typeof starterNames)[number], string>;
  close(): Promise<void>;
}

/** Installs the starters' packages (once, about 800 MB) and builds them like our page. */
export async function buildStarters(tell: (doing: string) => void): Promise<void> {
  await mkdir(workplace, { recursive: true });
  const wasInstalled = await isInstalled();
  await cp(source, workplace, { recursive: true });
  if (!wasInstalled) {
    tell("npm ci");
    await run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
  }
  for (const name of starterNames) {
    tell(`build ${name}`);
    await build({
      root: join(workplace, name),
      configFile: join(workplace, "vite.config.js"),
      logLevel: "error",
    });
  }
}

/** Whether these packages are installed already. */
async function isInstalled(): Promise<boolean> {
  const [wanted, installed] = await Promise.all(
    [source, workplace].map((folder) =>
      readFile(join(folder, "package-lock.json"), "utf8").catch(() => undefined),
    ),
  );
  // npm writes it last.
  return wanted === installed && existsSync(join(workplace, "node_modules", ".package-lock.json"));
}

/** Serves each starter at its own origin, compressed like our page. */
export async function serveStarters(): Promise<RunningStarters> {
  const servers = await Promise.all(
    starterNames.map((name) => serve(join(workplace, name, "dist"))),
  );
  const urls = Object.fromEntries(
    starterNames.map((name, index) => [name, urlOf(servers[index])]),
  ) as RunningStarters["urls"];
  return {
    urls,
    async close() {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        }),
      );
    },
  };
}

async function serve(folder: string): Promise<Server> {
  const app = express();
  app.use(expressStaticGzip(folder, { enableBrotli: true, orderPreference: ["br", "gz"] }));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server | undefined): string {
  const address = server?.address();
  if (typeof address !== "object" || address === null) throw new Error("A starter has no port.");
  return `http://127.0.0.1:${address.port}`;
}

async function run(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: workplace, stdio: ["ignore", "ignore", "pipe"] });
  let errorOutput = "";
  child.stderr.on("data", (chunk) => {
    errorOutput += chunk;
  });
  const [status] = await once(child, "close");
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}.\n${errorOutput}`);
}

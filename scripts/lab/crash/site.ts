import { renameSync, writeFileSync } from "node:fs";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { apiPaths } from "#protocol/paths";
import { compileCache } from "../../shared/cacheFolders.ts";
import { freePort } from "../../shared/freePort.ts";
import { startFakeNode } from "../fakeNode.ts";
import { unlimitedSaves } from "../unlimitedSaves.ts";
import { type ApiProcess, startApiProcess } from "./apiProcess.ts";
import { type FaultyLink, startFaultyLink } from "./faultyLink.ts";
import { findNginx, readUnitEnvironment, startNginx } from "./nginx.ts";
import { assertDurable, fixture, ownerAddress } from "./oracle.ts";
import { type CrashStore, openDatabaseStore, openFolderStore, type StoreName } from "./store.ts";
import { send } from "./traffic.ts";

/** The service as in production: one process on a folder, or two on PostgreSQL behind nginx, if it is installed. */
export interface Site extends AsyncDisposable {
  store: CrashStore;
  processes: readonly [ServiceProcess, ...ServiceProcess[]];
  /** nginx's, or without it the first process's. */
  url: string;
  hasNginx: boolean;
  chainLink: FaultyLink;
  /** Moves the wall clock of all processes to this distance from the machine's. */
  moveClock(offsetMilliseconds: number): void;
  /** Resolves when every process accepts saves and returns stories. */
  becomesReady(): Promise<void>;
}

/** A process of the service, started as by its systemd unit, always on the same port. */
export interface ServiceProcess extends AsyncDisposable {
  current: ApiProcess;
  start(): Promise<void>;
}

const readyTimeoutMilliseconds = 30_000;
const clockPreload = pathToFileURL(join(import.meta.dirname, "movedClock.ts")).href;

export async function startSite(name: StoreName): Promise<Site> {
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtempDisposable(join(tmpdir(), "fringe-drifters-site-"));
  const { path: folder } = stack.use(temporary);
  const node = stack.use(await startFakeNode(() => ownerAddress));
  const chainLink = stack.use(await startFaultyLink(node.url));
  const store = stack.use(await (name === "lowdb" ? openFolderStore() : openDatabaseStore()));
  const clockFile = join(folder, "clock");
  const moveClock = (offsetMilliseconds: number) => {
    // Renamed, so that no process reads a part.
    writeFileSync(`${clockFile}.new`, String(offsetMilliseconds));
    renameSync(`${clockFile}.new`, clockFile);
  };
  moveClock(0);
  await mkdir(join(folder, "collection"));
  const environment = {
    ...store.environment,
    RPC_URL: chainLink.url,
    CHAIN_ID: String(fixture.chainId),
    CONTRACT_ADDRESS: fixture.contractAddress,
    // With these two, a normal start logs no warnings. The folder exists but has no portraits.
    COLLECTION_DIR: join(folder, "collection"),
    PUBLIC_URL: "http://localhost",
    ...unlimitedSaves,
    NODE_COMPILE_CACHE: compileCache,
    NODE_OPTIONS: `--import ${clockPreload}`,
    WALL_CLOCK_FILE: clockFile,
  };
  const startProcess = async (port: number) =>
    stack.use(await startServiceProcess(port, environment, folder));
  const processPorts = [await freePort(), await freePort()] as const;
  const first = await startProcess(processPorts[0]);
  const processes = [
    first,
    ...(name === "lowdb" ? [] : [await startProcess(processPorts[1])]),
  ] as const;
  const hasNginx = processes.length > 1 && findNginx() !== undefined;
  const plainPort = await freePort();
  if (hasNginx) {
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const ports = { httpPort, httpsPort, plainPort, processPorts };
    stack.use(await startNginx(join(folder, "nginx"), ports));
  }
  const all = stack.move();
  return {
    store,
    processes,
    url: hasNginx ? `http://127.0.0.1:${plainPort}` : first.current.url,
    hasNginx,
    chainLink,
    moveClock,
    async becomesReady() {
      await Promise.all(processes.map(({ current }) => becomesReady(current.url)));
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function startServiceProcess(
  port: number,
  given: Record<string, string>,
  folder: string,
): Promise<ServiceProcess> {
  const metrics = { METRICS_PORT: String(await freePort()) };
  const environment = { ...(await readUnitEnvironment(port)), ...given, ...metrics };
  const started = {
    current: await startApiProcess(environment, folder),
    async start() {
      started.current = await startApiProcess(environment, folder);
    },
    [Symbol.asyncDispose]: () => started.current.kill(),
  };
  return started;
}

async function becomesReady(url: string): Promise<void> {
  const timeout = AbortSignal.timeout(readyTimeoutMilliseconds);
  for (const path of [apiPaths.readiness, apiPaths.narratives]) {
    while ((await send(url + path)).status !== 200) {
      assertDurable(!timeout.aborted, `The service did not recover: ${path} fails.`);
      await delay(20);
    }
  }
}

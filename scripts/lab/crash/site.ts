import assert from "node:assert";
import { renameSync, watch, writeFileSync } from "node:fs";
import { mkdir, mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { apiPaths } from "#protocol/paths";
import { compileCache } from "../../shared/cacheFolders.ts";
import { freePort } from "../../shared/freePort.ts";
import { type PostgresServer, startPostgres } from "../../shared/postgres/startPostgres.ts";
import { startTcpProxy, type TcpProxy } from "../../shared/tcpProxy.ts";
import { type ApiProcess, startApiProcess } from "../service/apiProcess.ts";
import { startFakeNode } from "../service/fakeNode.ts";
import { findNginx, readUnitEnvironment, startNginx } from "../service/nginx.ts";
import { unlimitedSaves } from "../service/unlimitedSaves.ts";
import { fixture, ownerAddress, type StoredRevision } from "./oracle.ts";
import { send } from "./traffic.ts";

export type StoreName = "lowdb" | "postgres";

/** The service as in production: one process on a folder, or two on PostgreSQL behind nginx, if it is installed. */
export interface Site extends AsyncDisposable {
  store: CrashStore;
  processes: readonly [ServiceProcess, ...ServiceProcess[]];
  /** nginx's, or without it the first process's. */
  url: string;
  hasNginx: boolean;
  chainLink: TcpProxy;
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

/** The service's store during the rounds, with direct access to it. */
interface CrashStore {
  /** The environment variables that select it. */
  environment: Record<string, string>;
  /**
   * Reads all stored revisions.
   *
   * @throws {AssertionError} if there is anything else, such as a partial or quarantined file.
   */
  inventory(): Promise<StoredRevision[]>;
  /** Resolves as soon as a write starts, if that is observable. */
  nextWrite?(): Promise<void>;
  /** The database server, if the store has one, and the network to it. */
  database?: PostgresServer;
  databaseLink?: TcpProxy;
}

const readyTimeoutMilliseconds = 30_000;
const clockPreload = pathToFileURL(join(import.meta.dirname, "movedClock.ts")).href;

export async function startSite(name: StoreName): Promise<Site> {
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtempDisposable(join(tmpdir(), "fringe-drifters-site-"));
  const { path: folder } = stack.use(temporary);
  const node = stack.use(await startFakeNode(() => ownerAddress));
  const chainLink = stack.use(await linkTo(node.url));
  const stories = join(folder, "stories");
  for (const each of [stories, join(folder, "collection")]) await mkdir(each);
  const store = name === "lowdb" ? folderStore(stories) : await openDatabase(stack);
  const clockFile = join(folder, "clock");
  const moveClock = (offsetMilliseconds: number) => {
    // Renamed, so that no process reads a part.
    writeFileSync(`${clockFile}.new`, String(offsetMilliseconds));
    renameSync(`${clockFile}.new`, clockFile);
  };
  moveClock(0);
  const environment = {
    ...store.environment,
    RPC_URL: `http://127.0.0.1:${chainLink.port}`,
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
  const others = name === "lowdb" ? [] : [await startProcess(processPorts[1])];
  const processes = [first, ...others] as const;
  const hasNginx = others.length > 0 && findNginx() !== undefined;
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

async function linkTo(url: string): Promise<TcpProxy> {
  return startTcpProxy(0, Number(new URL(url).port));
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
      assert(!timeout.aborted, `The service did not recover: ${path} fails.`);
      await delay(20);
    }
  }
}

/** Name of a revision's file: drifter, revision and the text's SHA-256. */
const fileForm = /^(?<drifterId>\d+)\.(?<revision>\d+)\.(?<hash>[0-9a-f]{64})\.json$/;

/** Other files of the service in the folder. */
const serviceFiles = new Set([".lock", ".format.json", "records"]);

function folderStore(folder: string): CrashStore {
  return {
    environment: { DATA_DIR: folder },
    async inventory() {
      const names = (await readdir(folder)).filter((name) => !serviceFiles.has(name));
      return names.map((name) => {
        const { drifterId = "", revision, hash = "" } = fileForm.exec(name)?.groups ?? {};
        assert(revision !== undefined, `${name} remains in the stories' folder.`);
        return { drifterId, revision: Number(revision), hash };
      });
    },
    nextWrite: () =>
      new Promise((resolve) => {
        const watcher = watch(folder, () => {
          watcher.close();
          resolve();
        });
      }),
  };
}

const storedRevisions = `select drifter_id as "drifterId", revision, narrative_sha256 as hash
  from narrative_revisions`;

/** Starts a PostgreSQL server with default durability. */
async function openDatabase(stack: AsyncDisposableStack): Promise<CrashStore> {
  const database = stack.adopt(await startPostgres(), (server) => server.stop());
  const databaseLink = stack.use(await linkTo(database.url));
  const url = new URL(database.url);
  url.port = String(databaseLink.port);
  return {
    environment: { DATABASE_URL: url.href },
    database,
    databaseLink,
    async inventory() {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query<StoredRevision>(storedRevisions)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

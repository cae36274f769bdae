import assert from "node:assert";
import { once } from "node:events";
import { existsSync, renameSync, watch, writeFileSync } from "node:fs";
import { cp, mkdir, mkdtempDisposable, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { apiPaths } from "#protocol/wire/paths";
import { compileCache } from "../../shared/cacheFolders.ts";
import { freePort } from "../../shared/freePort.ts";
import { type PostgresServer, startPostgres } from "../../shared/postgres/startPostgres.ts";
import { startTcpProxy, type TcpProxy } from "../../shared/tcpProxy.ts";
import { type ApiProcess, startApiProcess } from "../service/apiProcess.ts";
import { startFakeNode } from "../service/fakeNode.ts";
import { findProgram } from "../service/findProgram.ts";
import { readUnitEnvironment, startNginx } from "../service/nginx.ts";
import { unlimitedSaves } from "../service/unlimitedSaves.ts";
import { fixture, owner } from "./oracle.ts";
import { type Pooler, startPooler } from "./pooler.ts";
import { send } from "./traffic.ts";

export type StoreName = "lowdb" | "postgres";

/** The service as in production: one process on a folder, or two on PostgreSQL behind nginx, if it is installed. */
export type Site = Awaited<ReturnType<typeof startSite>>;

/** A service process, started as by its systemd unit, always on the same port. */
interface ServiceProcess {
  current: ApiProcess;
  start(): Promise<void>;
}

/** The service's store during the rounds, with direct access to it. */
interface CrashStore {
  /** Environment variables that select the store, per process. */
  environments: readonly Record<string, string>[];
  /**
   * Returns the names of all stored revisions (token, revision and the text's SHA-256), and of
   * anything else in the store.
   */
  inventory(): Promise<string[]>;
  /** Resolves as soon as a write starts, if that is observable. */
  nextWrite?(): Promise<void>;
  /** The database server, if any, and its network proxy. */
  database?: PostgresServer;
  databaseLink?: TcpProxy;
  /** PgBouncer between the second process and the database, where it is installed. */
  pooler?: Pooler | undefined;
  /** Copies all stored data. Resolves with the function that restores the copy. */
  copy(): Promise<() => Promise<void>>;
}

const readyTimeoutMilliseconds = 30_000;
const clockPreload = pathToFileURL(join(import.meta.dirname, "movedClock.ts")).href;

export async function startSite(name: StoreName) {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), "collection-")));
  const node = stack.use(await startFakeNode(() => owner.address));
  const chainLink = stack.use(await startTcpProxy(0, Number(new URL(node.url).port)));
  const [stories, collection] = [join(folder, "stories"), join(folder, "collection")];
  for (const each of [stories, collection]) await mkdir(each);
  const store = name === "lowdb" ? folderStore(stories) : await openDatabase(stack, folder);
  const clockFile = join(folder, "clock");
  const moveClock = (offsetMilliseconds: number) => {
    // Renamed into place, so that no process reads a partial file.
    writeFileSync(`${clockFile}.new`, String(offsetMilliseconds));
    renameSync(`${clockFile}.new`, clockFile);
  };
  moveClock(0);
  const environment = {
    RPC_URL: `http://127.0.0.1:${chainLink.port}`,
    CHAIN_ID: String(fixture.chainId),
    CONTRACT_ADDRESS: fixture.contract,
    // With these two variables, a normal start logs no warnings. The folder exists but contains no portraits.
    COLLECTION_DIR: collection,
    PUBLIC_URL: "http://localhost",
    ...unlimitedSaves,
    NODE_COMPILE_CACHE: compileCache,
    NODE_OPTIONS: `--import ${clockPreload}`,
    WALL_CLOCK_FILE: clockFile,
  };
  const startProcess = async (port: number, own: Record<string, string>) => {
    const unit = { ...(await readUnitEnvironment(port)), METRICS_PORT: String(await freePort()) };
    const launch = () => startApiProcess({ ...unit, ...environment, ...own }, folder);
    const started: ServiceProcess = {
      current: await launch(),
      async start() {
        started.current = await launch();
      },
    };
    stack.defer(() => started.current.kill());
    return started;
  };
  const processPorts = [await freePort(), await freePort()] as const;
  const [own, ...otherOwn] = store.environments;
  const first = await startProcess(processPorts[0], { ...own });
  const others =
    otherOwn.length === 0 ? [] : [await startProcess(processPorts[1], { ...otherOwn[0] })];
  const processes = [first, ...others] as const;
  const hasNginx = others.length > 0 && findProgram("nginx") !== undefined;
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
    /** nginx's URL; without nginx, the first process's. */
    url: hasNginx ? `http://127.0.0.1:${plainPort}` : first.current.url,
    hasNginx,
    chainLink,
    node,
    /** Shifts all processes' wall clocks by this offset from the machine's clock. */
    moveClock,
    /** Resolves when every process accepts saves and returns stories. */
    async waitReady() {
      await Promise.all(processes.map(({ current }) => waitReady(current.url)));
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function waitReady(url: string): Promise<void> {
  const timeout = AbortSignal.timeout(readyTimeoutMilliseconds);
  for (const path of [apiPaths.readiness, apiPaths.narratives]) {
    while ((await send(url + path)).status !== 200) {
      assert(!timeout.aborted, `The service did not recover: ${path} fails.`);
      await delay(20);
    }
  }
}

/** Returns the names of files in the folder other than revisions. */
const serviceFiles = new Set([".lock", ".format.json", "records"]);

function folderStore(folder: string): CrashStore {
  return {
    environments: [{ DATA_DIR: folder }],
    async inventory() {
      const names = (await readdir(folder)).filter((name) => !serviceFiles.has(name));
      return names.map((name) => name.replace(/\.json$/, ""));
    },
    async copy() {
      const copied = `${folder}-copied`;
      // The copy excludes pending writes.
      const filter = (path: string) => !path.endsWith(".tmp");
      await cp(folder, copied, { recursive: true, filter });
      return async () => {
        for (const name of await readdir(folder)) {
          if (!existsSync(join(copied, name))) await rm(join(folder, name), { recursive: true });
        }
        await cp(copied, folder, { recursive: true });
        await rm(copied, { recursive: true });
      };
    },
    async nextWrite() {
      const watcher = watch(folder);
      await once(watcher, "change");
      watcher.close();
    },
  };
}

/** Starts a PostgreSQL server with default durability. */
async function openDatabase(stack: AsyncDisposableStack, folder: string): Promise<CrashStore> {
  const database = stack.adopt(await startPostgres(), (server) => server.stop());
  const url = new URL(database.url);
  const databaseLink = stack.use(await startTcpProxy(0, Number(url.port)));
  url.port = String(databaseLink.port);
  const pooler = await startPooler(join(folder, "pooler"), url);
  if (pooler !== undefined) stack.use(pooler);
  const pooled = new URL(url);
  pooled.port = String(pooler?.port ?? url.port);
  const whileKilled = async (work: () => Promise<void>) => {
    await database.kill();
    await work();
    await database.recover();
  };
  return {
    environments: [{ DATABASE_URL: url.href }, { DATABASE_URL: pooled.href }],
    database,
    databaseLink,
    pooler,
    async copy() {
      await whileKilled(database.copy);
      return () => whileKilled(database.restore);
    },
    async inventory() {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        "select concat_ws('.', drifter_id, revision, narrative_sha256) as name from narrative_revisions",
      );
      await client.end();
      return rows.map(({ name }) => name);
    },
  };
}

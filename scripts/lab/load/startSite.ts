import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { freePort } from "../../shared/freePort.ts";
import type { PostgresServer } from "../../shared/postgres/startPostgres.ts";
import { builtService } from "../crash/apiProcess.ts";
import { unlimitedSaves } from "../unlimitedSaves.ts";
import { makeCertificate } from "./certificate.ts";
import { assertNginx, type Nginx, startNginx } from "./nginx.ts";
import { type ServiceProcess, startService } from "./service.ts";
import type { LoadStack } from "./startStack.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** What a site is made of. */
export interface SiteTools {
  /** Starts a chain with the collection of `loadPlan`, with its files in `folder`. */
  startStack(folder: string): Promise<LoadStack & AsyncDisposable>;
  /** Without it, one process keeps the stories in a folder. */
  startDatabase?: (() => Promise<Pick<PostgresServer, "url" | "stop">>) | undefined;
  /** Additional environment variables of the service. */
  environment: Record<string, string>;
}

/** The service as in production: its processes behind nginx. */
export interface Site extends AsyncDisposable {
  /** Sends requests to nginx. */
  visitor: Visitor;
  /** Two processes on one database, or one with a folder. */
  services: readonly [ServiceProcess, ...ServiceProcess[]];
  nginx: Nginx;
}

interface StartOptions {
  /** Ends the start early. */
  signal: AbortSignal;
  /** Called with the current step. */
  tell: (doing: string) => void;
}

/**
 * Starts chain and database, then the processes, then nginx in front of them.
 *
 * @throws {UsageError} if something is missing on this machine.
 */
export async function startSite(
  { signal, tell }: StartOptions,
  { startStack, startDatabase, environment: given }: SiteTools,
): Promise<Site> {
  assertNginx();
  if (!existsSync(builtService)) {
    throw new UsageError("There is no production build: run `npm run build`.");
  }
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "fringe-drifters-load-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  tell("chain, collection and store");
  const [chain, database] = await Promise.all([
    startStack(folder).then((chain) => stack.use(chain)),
    startDatabase?.().then((server) => stack.adopt(server, () => server.stop())),
  ]);
  signal.throwIfAborted();
  tell("the service");
  const environment = {
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.chainId),
    CONTRACT_ADDRESS: chain.contractAddress,
    COLLECTION_DIR: chain.collectionDir,
    ...(database ? { DATABASE_URL: database.url } : { DATA_DIR: join(folder, "narratives") }),
    PUBLIC_URL: "https://localhost",
    // The node for browsers; there are none here.
    PUBLIC_RPC_URL: "https://node.example",
    ...unlimitedSaves,
    ...given,
  };
  const start = async () => stack.use(await startService(await freePort(), environment, folder));
  const first = await start();
  const services = database ? ([first, await start()] as const) : ([first] as const);
  tell("nginx");
  const { pem, ...certificate } = await makeCertificate(folder);
  const ports = { httpPort: await freePort(), httpsPort: await freePort() };
  const processPorts = [first.port, services[1]?.port ?? first.port] as const;
  const place = { ...ports, ...certificate, processPorts };
  const nginx = stack.use(await startNginx(join(folder, "nginx"), place));
  const visitor = stack.use(createVisitor(ports.httpsPort, pem));
  const started = stack.move();
  return { visitor, services, nginx, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { step } from "../step.ts";
import type { Databases } from "./databases.ts";
import type { StartService } from "./servers/builtService.ts";
import type { ServerProcess, StartServer } from "./servers/startServerProcess.ts";

/** The fixture of all measurements: an owner of every drifter, a chain that confirms it, and a folder for stores. */
export interface Bench extends AsyncDisposable {
  owner: ReturnType<typeof privateKeyToAccount>;
  chain: ServerProcess;
  folder: string;
  databases: Databases;
  startServer: StartServer;
  startService: StartService;
}

/** Starters of servers and databases. */
export interface BenchTools {
  startServer: StartServer;
  startDatabases(): Promise<Databases>;
  /** Makes the production build, unless it is current. */
  build(): Promise<unknown>;
  startService: StartService;
  /** Runs one step and shows its progress. */
  step: typeof step;
}

export async function setUpBench({
  startServer,
  startService,
  startDatabases,
}: BenchTools): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const owner = privateKeyToAccount(generatePrivateKey());
  const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const databases = await startDatabases();
  stack.defer(() => databases.end());
  const chain = await startServer("chain", { owner: owner.address });
  stack.defer(() => chain.end());
  const all = stack.move();
  const dispose = () => all.disposeAsync();
  return {
    owner,
    chain,
    folder,
    databases,
    startServer,
    startService,
    [Symbol.asyncDispose]: dispose,
  };
}

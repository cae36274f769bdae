import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type Databases, startDatabases } from "./databases.ts";
import { type ServerProcess, startServerProcess } from "./servers/startServerProcess.ts";

/** What all measurements share: an owner of every drifter, a chain that says so, and room for stores. */
export interface Bench extends AsyncDisposable {
  owner: ReturnType<typeof privateKeyToAccount>;
  chain: ServerProcess;
  folder: string;
  databases: Databases;
}

export async function setUpBench(): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const owner = privateKeyToAccount(generatePrivateKey());
  const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const databases = await startDatabases();
  stack.defer(() => databases.end());
  const chain = await startServerProcess("chain", { owner: owner.address });
  stack.defer(() => chain.end());
  const all = stack.move();
  return { owner, chain, folder, databases, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

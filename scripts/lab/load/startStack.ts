import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A chain with a collection, and its portraits. */
export interface LoadStack {
  rpcUrl: string;
  chainId: number;
  contractAddress: string;
  collectionDir: string;
}

/**
 * Starts a chain in a child process, so that it does not block the measuring one; it ends with this process at the
 * latest. Portraits are drawn into `folder`.
 */
export async function startStack(folder: string): Promise<LoadStack & AsyncDisposable> {
  const server = join(import.meta.dirname, "stackServer.ts");
  const child = spawn(process.execPath, [server, folder], {
    // The folder of Hardhat's configuration.
    cwd: join(import.meta.dirname, "../../.."),
    // Own process group: Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    // Safety: stackServer.ts prints it.
    const stack = JSON.parse(line) as LoadStack;
    return {
      ...stack,
      async [Symbol.asyncDispose]() {
        child.stdin.end();
        await exit;
      },
    };
  }
  throw new Error("The chain's process ended before it was ready.");
}

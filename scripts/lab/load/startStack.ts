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
 * Starts a chain in a process of its own, so that it takes no time from those who measure; it ends with this
 * process at the latest. What it paints is in `folder`.
 */
export async function startStack(folder: string): Promise<LoadStack & AsyncDisposable> {
  const server = join(import.meta.dirname, "stackServer.ts");
  const child = spawn(process.execPath, [server, folder], {
    // Where Hardhat's configuration is.
    cwd: join(import.meta.dirname, "../../.."),
    // A group of its own: Ctrl-C in the terminal is ours to handle.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    // Safety: the file next to this one prints it.
    const stack = JSON.parse(line) as LoadStack;
    return {
      ...stack,
      async [Symbol.asyncDispose]() {
        child.stdin.end();
        await exit;
      },
    };
  }
  throw new Error("The chain ended before it was there.");
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { CrashableDatabase } from "./home.ts";

/** A PostgreSQL server in a process of its own, as durable as one is by default. */
export interface DatabaseServer extends CrashableDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Starts one with an empty database; it ends with this process at the latest. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "databaseServer.ts")], {
    // A group of its own: Ctrl-C in the terminal is ours to handle.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The database server has ended.");
    return value;
  };
  const order = async (word: "kill" | "recover") => {
    child.stdin.write(`${word}\n`);
    await nextLine();
  };
  return {
    url: await nextLine(),
    kill: () => order("kill"),
    recover: () => order("recover"),
    async stop() {
      child.stdin.end();
      await exit;
    },
  };
}

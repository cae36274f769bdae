import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nodeFlagsOf } from "../../nodeFlags.ts";
import type { ServerInputs } from "./loadServer.ts";
import type { Report } from "./serverProcess.ts";
import type { Usage } from "./usage.ts";

/** Starts one of the servers. */
export type StartServer = <Name extends keyof ServerInputs>(
  name: Name,
  input: ServerInputs[Name],
) => Promise<ServerProcess>;

/** A server in a process of its own that reports its CPU time and memory. */
export interface ServerProcess {
  url: string;
  usage(): Promise<Usage>;
  end(): Promise<void>;
}

/** Starts a server of this folder in a child process, which ends with this process at the latest. */
export async function startServerProcess<Name extends keyof ServerInputs>(
  name: Name,
  input: ServerInputs[Name],
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, "serverProcess.ts"), [name], {
    serialization: "advanced",
    execArgv: name === "ours" ? await nodeFlagsOf("serve") : [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const hear = listenTo(child, name);
  child.send(input);
  const started = await hear();
  if (!("url" in started)) throw new Error(`The server ${name} did not report its URL.`);
  return {
    url: started.url,
    async usage() {
      child.send("usage");
      const report = await hear();
      if ("usage" in report) return report.usage;
      throw new Error(`The server ${name} did not report its usage.`);
    },
    async end() {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}

/** Returns a function that waits for the child's next report. */
function listenTo(child: ChildProcess, name: string): () => Promise<Report> {
  return async () => {
    const ended = new AbortController();
    const exit = once(child, "exit", { signal: ended.signal }).then(([status]) => {
      throw new Error(`The server ${name} ended with ${status}.`);
    });
    try {
      const [report] = await Promise.race([once(child, "message"), exit]);
      // Safety: only `serverProcess.ts` sends messages.
      return report as Report;
    } finally {
      exit.catch(() => undefined);
      ended.abort();
    }
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { childEnvironment } from "../../shared/childEnvironment.ts";
import { requestResource } from "../../test/runner/resources.ts";

/** The real service in a child process, as `npm run serve` starts it. */
export interface ApiProcess {
  url: string;
  /** All log lines at level warn or above since startup, and all other output. */
  warnings: readonly string[];
  pid: number;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
}

/** Child processes, which end with this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

const root = join(import.meta.dirname, "../../..");

/**
 * Starts the service in `directory` with `environment`, building it first if the build is stale;
 * resolves when the service listens.
 */
export async function startApiProcess(
  environment: Record<string, string>,
  directory: string,
): Promise<ApiProcess> {
  const program = join(root, await requestResource("service"));
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: childEnvironment({ HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn", ...environment }),
    // A separate process group, so that Ctrl-C in the terminal does not reach the service.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const exit = once(child, "exit").finally(() => running.delete(child));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exit;
  };
  const warnings: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const readLine = (line: string) => {
      const [, logged] = /is served at (http:\S+)/.exec(line) ?? [];
      if (logged !== undefined) resolve(logged);
      else if (!line.startsWith("Metrics are served at ")) warnings.push(line);
    };
    for (const input of [child.stdout, child.stderr]) createInterface(input).on("line", readLine);
    child.once("error", reject);
    child.once("close", (status) =>
      reject(new Error(`The service exited with ${status}.\n${warnings.join("\n")}`)),
    );
  });
  // The logged URL shows that the service has started.
  const pid = child.pid ?? 0;
  return { url, pid, warnings, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

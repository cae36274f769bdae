import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface ScriptOptions {
  ending: AbortSignal;
  /** Environment variables in addition to this process's. */
  environment?: Record<string, string>;
}

/**
 * Runs a script of the project in a child process, with its output on this terminal.
 *
 * @returns whether it ended with exit status 0.
 */
export async function runScript(
  args: readonly string[],
  { ending, environment }: ScriptOptions,
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  const end = () => child.kill("SIGTERM");
  ending.addEventListener("abort", end);
  const [status] = await once(child, "exit");
  ending.removeEventListener("abort", end);
  return status === 0;
}

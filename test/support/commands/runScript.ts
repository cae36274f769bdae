import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { compileCache } from "../../../scripts/shared/cacheFolders.ts";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";

/** Output and exit status of a command. */
export interface ScriptOutcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a script as `npm run` does, with only the given environment, in a folder without a .env file. */
export async function runScript(
  script: string,
  args: readonly string[],
  options: { cwd: string; environment: Record<string, string> },
): Promise<ScriptOutcome> {
  const path = resolve(import.meta.dirname, "../../..", script);
  const child = spawn(process.execPath, [path, ...args], {
    cwd: options.cwd,
    env: childEnvironment({ NODE_COMPILE_CACHE: compileCache, ...options.environment }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { status, stdout, stderr };
}

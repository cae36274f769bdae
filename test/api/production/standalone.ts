import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");

/** Copies the production build into an empty folder far from any package. */
export async function copyBuild(): Promise<string> {
  for (const part of ["page", "service"] as const) await requestResource(part);
  const folder = await temporaryFolder();
  await cp(join(root, "dist"), folder, { recursive: true });
  return folder;
}

/** Starts a `node` command with only these service settings. */
export function start(
  [program, ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  if (program !== "node") throw new Error(`The command starts ${program}.`);
  return spawn(process.execPath, args, {
    cwd,
    env: childEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits until a process prints `words`, and returns its output so far; fails if the process exits first. */
export async function isHeard(child: ReturnType<typeof start>, words: string): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        said += chunk;
        if (said.includes(words)) resolve(said);
      });
    }
    child.once("close", () => reject(new Error(`The process ended with this output:\n${said}`)));
  });
}

/** Runs a `node` command and returns its exit status. */
export function statusOf([, ...args]: readonly string[], cwd: string, env: object): number | null {
  return spawnSync(process.execPath, args, { cwd, env: childEnvironment({ ...env }) }).status;
}

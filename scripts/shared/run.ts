import { type SpawnOptions, spawn } from "node:child_process";

/** Runs a command in node_modules/.bin; returns the command's output if it fails. */
export function run(
  options: Pick<SpawnOptions, "cwd" | "env" | "signal">,
  command: string,
  ...args: readonly string[]
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    // An aborted command still emits "close".
    child.on("error", (error) => error.name === "AbortError" || reject(error));
    child.on("close", (status) => resolve(status === 0 ? undefined : output.trimEnd()));
  });
}

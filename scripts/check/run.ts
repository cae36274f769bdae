import { spawn } from "node:child_process";

/** Runs a command of node_modules/.bin and returns its output if it fails. */
export function run(command: string, ...args: string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve(status === 0 ? undefined : output.trimEnd()));
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { childEnvironment } from "../../../shared/childEnvironment.ts";

/** Time and memory of a command. */
export interface CommandUsage {
  seconds: number;
  /** Largest resident memory of its process. */
  mostBytes: number;
  /** What it printed. */
  output: string;
}

const root = join(import.meta.dirname, "../../../..");

const pauseMilliseconds = 100;

/**
 * Runs a command of package.json and measures its process, without that of npm. Reads `/proc`, so it needs Linux.
 *
 * @throws if it fails.
 */
export async function measureCommand(
  name: "stories" | "verify",
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandUsage> {
  const args = [...(await argumentsOf(name)), ...words];
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: childEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let mostBytes = 0;
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    mostBytes = Math.max(mostBytes, 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  };
  const clock = setInterval(() => void look(), pauseMilliseconds);
  try {
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (status !== 0) throw new Error(`${args.join(" ")} exited with ${status}: ${errors}`);
    return { seconds: (performance.now() - begun) / 1_000, mostBytes, output };
  } finally {
    clearInterval(clock);
  }
}

/** The arguments of Node in a command of package.json: its limits of memory and the script. */
async function argumentsOf(name: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const [, ...args] = String(scripts[name]).split(" ");
  return args.map((arg) => (arg.startsWith("-") ? arg : join(root, arg)));
}

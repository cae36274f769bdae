import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import project from "../../../package.json" with { type: "json" };

const { scripts } = project;

/** A running npm script, started as npm does, whose output is read line by line. Disposal stops it. */
export class RunningCommand {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  /** @param script name of the npm script. */
  constructor(cwd: string, script: keyof typeof scripts, args: readonly string[] = []) {
    const [, ...words] = scripts[script].split(" ");
    // A process group of its own, whose memory can be measured.
    const child = spawn(process.execPath, [...words, ...args], {
      ...{ cwd, detached: true },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Waits for a line. @returns the seconds until then. */
  async says(wanted: RegExp): Promise<number> {
    const start = performance.now();
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) throw new Error(`The command ended before it printed ${wanted}.`);
      if (wanted.test(value.trim())) return (performance.now() - start) / 1_000;
    }
  }

  /** Returns the resident memory of the process group in MB. Pages that processes share count in each. */
  memory(): number {
    const table = execFileSync("ps", ["-A", "-o", "pgid=,rss="], { encoding: "utf8" });
    const rows = table
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number));
    const own = rows.filter(([group]) => group === this.#child.pid);
    return own.reduce((sum, [, kilobytes = 0]) => sum + kilobytes, 0) / 1_024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGINT");
    await ended;
  }
}

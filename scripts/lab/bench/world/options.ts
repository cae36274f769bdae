import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../../shared/commandLine/readCount.ts";
import { runCommand } from "../../../shared/commandLine/runCommand.ts";

const help = `Usage: npm run bench:world [-- OPTIONS]

Measures what a contract developer waits for, on a local world, with pages in Chromium: until /chain shows
a new transaction and the trace of a mint of 20, until npm run watch has the first result after a contract or
a unit test is saved, and until a fork of a second node shows a drifter's page. Takes about four minutes.
Fails when a median exceeds its budget: 0.3 s, 0.5 s, 5 s, 1 s and 15 s.

  --rounds N         how often each is measured; /chain ten times as often (default 3)
  --json FILE        write all figures to FILE as well
  --help             show this text`;

/** The arguments of `npm run bench:world`. */
export interface WorldBenchOptions {
  rounds: number;
  json: string | undefined;
}

/**
 * Runs the command.
 *
 * @returns the exit status.
 */
export function runWorldBench(
  args: readonly string[],
  output: Output,
  run: (options: WorldBenchOptions) => Promise<number>,
): Promise<number> {
  return runCommand(
    {
      help,
      options: { rounds: { type: "string", default: "3" }, json: { type: "string" } },
      read: ({ rounds, json }): WorldBenchOptions => ({
        json,
        rounds: readCount("--rounds", rounds, { from: 1, to: 99 }),
      }),
      run,
      // Playwright's messages contain the browser's log after the first line.
      explain: (error) =>
        error instanceof Error ? error.message.split("\n", 2).join("\n") : error,
    },
    args,
    output,
  );
}

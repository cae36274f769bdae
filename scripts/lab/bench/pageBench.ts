import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../shared/commandLine/readCount.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";

/** A benchmark in Chromium. */
interface PageBench {
  help: string;
  /** How often it measures by default. */
  defaultRounds: number;
  /** @returns the exit status. */
  run(options: PageBenchOptions): Promise<number>;
}

/** The arguments of a benchmark in Chromium. */
export interface PageBenchOptions {
  rounds: number;
  /** Where the figures are written as well. */
  json: string | undefined;
}

/**
 * Runs the command of a benchmark.
 *
 * @returns the exit status.
 */
export function runPageBench(
  { help, defaultRounds, run }: PageBench,
  args: readonly string[],
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        rounds: { type: "string", default: String(defaultRounds) },
        json: { type: "string" },
      },
      read: ({ rounds, json }): PageBenchOptions => ({
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

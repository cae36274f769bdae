import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { type PageBenchOptions, runPageBench } from "../pageBench.ts";

const help = `Usage: npm run bench:world [-- OPTIONS]

Measures what a contract developer waits for, on a local world, with pages in Chromium: until /chain shows
a new transaction and the trace of a mint of 20, until npm run watch has the first result after a contract or
a unit test is saved, and until a fork of a second node shows a drifter's page. Takes about four minutes.
Fails when a median exceeds its budget: 0.3 s, 0.5 s, 5 s, 1 s and 15 s.

  --rounds N         how often each is measured; /chain ten times as often (default 3)
  --json FILE        write all figures to FILE as well
  --help             show this text`;

/**
 * Runs `npm run bench:world`.
 *
 * @returns the exit status.
 */
export function runWorldBench(
  args: readonly string[],
  output: Output,
  run: (options: PageBenchOptions) => Promise<number>,
): Promise<number> {
  return runPageBench({ help, defaultRounds: 3, run }, args, output);
}

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { UsageError } from "../shared/commandLine/usageError.ts";
import type { RunOptions } from "./runTests.ts";

export const help = `Usage: npm test [-- FILE… OPTIONS]

Runs every test: contracts, API, commands, pages in a browser, and the Solidity tests. Failures are shown
at once, each with the command that runs that test alone.

  FILE…           only these files, or those below these folders
  --grep WORDS    only tests whose full title matches this regular expression
  --list          print the file and title of each test instead of running it
  --workers N     how many processes run tests (default: one for each core, and three more)
  --logs FOLDER   where to write each file's cost (costs.json) and the tests' output
                  (worker-N.log); default cache/test
  --record        write the files' durations to test/durations.json, which balances the processes
  --help          show this text

  npm test -- test/contracts                   everything about the contracts
  npm test -- test/api/env.test.ts             one file
  npm test -- --grep "\\[S5\\.20\\]"              the tests of a requirement

With SOAK=1 in the environment, tests that search run longer and with another seed each time: fuzzing,
invariants, crashes, hostile input. npm run soak runs all of these.

Exit status: 0 when every test passed, 1 when one failed, 2 on invalid usage.`;

/** More processes than cores, because most of them wait: for a timer of a page, or for a command. */
const extraWorkers = 3;

/** Parsed arguments of `npm test`. */
export interface TestOptions extends RunOptions {
  /** Whether to print the titles instead of running the tests. */
  isList: boolean;
}

/**
 * Parses the arguments of `npm test`.
 *
 * @returns undefined for `--help`.
 * @throws {UsageError} on invalid usage.
 */
export function readOptions(args: string[]): TestOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const workers = Number(values.workers ?? availableParallelism() + extraWorkers);
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) {
    throw new UsageError(`--workers takes a whole number from 1 to 64, not ${values.workers}.`);
  }
  if (values.grep !== undefined) assertPattern(values.grep);
  if (values.record && (positionals.length > 0 || values.grep !== undefined)) {
    throw new UsageError("--record needs a run of all tests: leave out files and --grep.");
  }
  return {
    paths: positionals,
    grep: values.grep,
    workers,
    logs: values.logs,
    isRecorded: values.record ?? false,
    isList: values.list ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        grep: { type: "string" },
        list: { type: "boolean" },
        workers: { type: "string" },
        logs: { type: "string", default: "cache/test" },
        record: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}\nSee npm test -- --help.`,
    );
  }
}

function assertPattern(pattern: string): void {
  try {
    new RegExp(pattern);
  } catch (error) {
    const { message } = error as SyntaxError;
    throw new UsageError(`--grep takes a regular expression. ${message}`);
  }
}

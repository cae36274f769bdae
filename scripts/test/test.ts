// npm test: runs all or selected tests in several processes. npm run soak: long versions of the
// randomized tests.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import type { RunOptions } from "./runner/runTests.ts";
import { findImportersOf, findTestFiles } from "./runner/testFiles.ts";

const help = `Usage: npm test [-- FILE… OPTIONS]

Runs the tests: contracts, API, commands, and pages in a browser. Failures are shown at once, each with
the command that runs that test alone.

  FILE…           only these files, or those below these folders
  --grep WORDS    only tests whose full title matches this regular expression
  --workers N     how many processes run tests (default: one for each core, and one more); the tests'
                  output is shown if only one file is given
  --write         write the files' durations to test/durations.json, which balances the processes
  --help          show this text

  npm test -- test/contracts                   everything about the contracts
  npm test -- test/api/feeds/feeds.test.ts     one file
  npm test -- --grep "\\[S5\\.20\\]"              the tests of a requirement

npm run soak runs the long versions of randomized tests, with a new seed each time, and the tests that
are too slow for each run: all that import test/support/search.ts. SOAK=1 npm test -- FILE runs one.

Exit status: 0 when every test passed, 1 when one failed, 2 on a usage error.`;

/**
 * One additional worker, because workers sometimes wait for a timer or a command. Each worker needs
 * about 15 s of CPU to warm up.
 */
const extraWorkers = 1;

process.exitCode = await runCommand(
  {
    help,
    options: {
      grep: { type: "string" },
      workers: { type: "string", default: String(availableParallelism() + extraWorkers) },
      write: { type: "boolean", default: false },
    },
    takesPositionals: true,
    read: readOptions,
    async run(options) {
      const { status, error, stderr } = spawnSync("git", ["rev-parse"], { encoding: "utf8" });
      if (status !== 0 && options.files.some((file) => /test\/(docs|scripts)\//.test(file))) {
        console.error(
          `Some tests list files with git, which fails here: ${error?.message ?? stderr.trim()}\nInstall git and run the tests in a clone, then run the same command again.`,
        );
        return 1;
      }
      if (process.env.SOAK === "1") {
        process.env.SOAK_SEED ??= String(randomInt(2 ** 31));
        console.log(`SOAK_SEED=${process.env.SOAK_SEED} repeats this run.`);
      }
      // Imported on demand, because the help does not need it.
      const { runTests } = await import("./runner/runTests.ts");
      return (await runTests(options)) ? 0 : 1;
    },
  },
  process.argv.slice(2),
  console,
);

interface Values extends Pick<RunOptions, "write"> {
  grep?: string | undefined;
  workers: string;
}

function readOptions({ grep, write, workers }: Values, paths: string[]): RunOptions {
  if (!/^[1-9]\d?$/.test(workers)) {
    throw new UsageError(`--workers requires a whole number from 1 to 99, not ${workers}.`);
  }
  if (write && (paths.length > 0 || grep !== undefined)) {
    throw new UsageError("--write requires a run of all tests: omit files and --grep.");
  }
  try {
    new RegExp(grep ?? "");
  } catch (error) {
    throw new UsageError(`--grep requires a regular expression. ${(error as SyntaxError).message}`);
  }
  const isSoak = process.env.SOAK === "1" && paths.length === 0;
  const files = isSoak ? findImportersOf("test/support/search.ts") : findTestFiles(paths);
  return { files, grep, write, workers: Number(workers) };
}

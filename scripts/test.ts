// npm test: runs all or selected tests in several processes. npm run soak: long versions of the tests that search.
import { randomInt } from "node:crypto";
import { UsageError } from "./shared/commandLine/usageError.ts";
import { listTitles } from "./test/listTitles.ts";
import { help, readOptions } from "./test/options.ts";
import { runTests } from "./test/runTests.ts";

if (process.env.SOAK === "1") {
  process.env.SOAK_SEED ??= String(randomInt(2 ** 31));
  console.log(`SOAK_SEED=${process.env.SOAK_SEED} repeats this run.`);
}
try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(help);
  else if (options.isList) await listTitles(options);
  else process.exitCode = (await runTests(options)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

// npm run soak: the long versions of the tests that search.
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { parts } from "./soak/parts.ts";
import { helpOn, readOptions, runSoak } from "./soak/runSoak.ts";

try {
  const options = readOptions(process.argv.slice(2), parts);
  if (options === undefined) console.log(helpOn(parts));
  else process.exitCode = (await runSoak(options, endOnSignal())) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
// What a part leaves open, such as the simulated chain of the fuzz tests, keeps nobody waiting.
process.exit();

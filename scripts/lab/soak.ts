// npm run soak: runs the long versions of fuzzing, invariants and other searches.
import { endOnSignal } from "../shared/commandLine/endOnSignal.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { parts } from "./soak/parts.ts";
import { helpOn, readSoakOptions, runSoak } from "./soak/runSoak.ts";

const status = await runCommand(
  {
    help: helpOn(parts),
    options: { seed: { type: "string" } },
    takesWords: true,
    read: (values, names) => readSoakOptions(values, names, parts),
    run: async (options) => ((await runSoak(options, endOnSignal())) ? 0 : 1),
  },
  process.argv.slice(2),
  console,
);
// Exit even if a part left something open, such as the simulated chain of the fuzz tests.
process.exit(status);

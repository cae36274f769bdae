// npm run mutate:protocol: mutation testing of the rules that browser and server share.
import { spawnSync } from "node:child_process";
import { runCommand } from "../shared/commandLine/runCommand.ts";

const help = `Usage: npm run mutate:protocol [-- OPTIONS]

Changes api/protocol in one place at a time and runs its tests on each mutant, by Stryker. Takes about a second
for each mutant; those of files that have not changed are taken from the last run.

  --mutate FILES   only these, such as api/protocol/values/bigints.ts
  --help           show this text

  npm run mutate:protocol -- --mutate api/protocol/values/bigints.ts`;

process.exitCode = await runCommand(
  {
    help,
    options: { mutate: { type: "string" } },
    read: ({ mutate }) => (mutate === undefined ? [] : ["--mutate", mutate]),
    run(options) {
      const args = ["run", "scripts/lab/mutation/stryker.config.json", ...options];
      return spawnSync("stryker", args, { stdio: "inherit" }).status ?? 1;
    },
  },
  process.argv.slice(2),
  console,
);

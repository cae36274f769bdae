// npm run fix: corrects formatting and simple lint errors.
import { spawnSync } from "node:child_process";
import { runCommand } from "../shared/commandLine/runCommand.ts";

const help = `Usage: npm run fix [-- PATH…]

Corrects the format and simple lint of all files, or of those at the paths, and prints what remains.

  --help    show this text

  npm run fix -- web test/web`;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    takesPositionals: true,
    read: (_options, paths) => (paths.length === 0 ? ["."] : paths),
    run: (paths) =>
      spawnSync("biome", ["check", "--write", ...paths], { stdio: "inherit" }).status ?? 1,
  },
  process.argv.slice(2),
  console,
);

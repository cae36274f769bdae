import { parseArgs } from "node:util";
import type { Output } from "../../../shared/commandLine/plainOutput.ts";

const help = `Usage: npm run bench:web [-- OPTIONS]

Measures the production build in Chromium: bytes by kind for the home page and for a drifter with a
story, with and without a wallet, and how fast they stand on a slow phone. Beside them a page with
nothing but React and a router, and what AppKit's and RainbowKit's guides begin with, built in the same
run. Takes about five minutes; the first time it fetches 800 MB of packages for those two. Fails when a
budget does not hold: 120 kB of scripts for the home page, 160 kB for a drifter with a story, 35 kB more
for the wallet dialog, no other machine asked, a layout shift of 0.02.

  --rounds N         how often each page is timed (default 5)
  --json FILE        write all figures to FILE as well
  --help             show this text`;

/** Reads what the command is told. If there is nothing to measure, it says why: the number is the exit status. */
export function readBenchOptions(args: readonly string[], output: Output) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: "string", default: "5" },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      output.log(help);
      return 0;
    }
    if (!/^[1-9]\d?$/.test(values.rounds)) {
      throw new Error(`--rounds takes a number from 1 to 99, not "${values.rounds}".`);
    }
    return { ...values, rounds: Number(values.rounds) };
  } catch (error) {
    output.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return 1;
  }
}

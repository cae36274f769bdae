import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { type PageBenchOptions, runPageBench } from "../pageBench.ts";

const help = `Usage: npm run bench:web [-- OPTIONS]

Measures the production build in Chromium: bytes by kind for the home page, the gallery and a drifter
with a story, with and without a wallet, load times on a slow phone, and the JavaScript heap after reading
a gallery of 10,000 drifters to its end. Compares them with a page of only React and a router, and with the
starters of AppKit's and RainbowKit's guides, built in the same run. Takes about seven minutes; the first
time it fetches 800 MB of packages for those two. Fails when a budget is exceeded: 110 kB of scripts for
the home page, 155 kB for a drifter with a story, 125 kB for the gallery, 145 kB with the wallet dialog,
12 kB of a story's HTML beside its text, a first paint of a story or of 10,000 drifters after 1.2 × the
bare page's time, 120 MB of JavaScript heap after 10,000 drifters, no other host contacted, a layout shift
of 0.02.

  --rounds N         how often each page is timed (default 5)
  --json FILE        write all figures to FILE as well
  --help             show this text`;

/**
 * Runs `npm run bench:web`.
 *
 * @returns the exit status.
 */
export function runWebBench(
  args: readonly string[],
  output: Output,
  run: (options: PageBenchOptions) => Promise<number>,
): Promise<number> {
  return runPageBench({ help, defaultRounds: 5, run }, args, output);
}

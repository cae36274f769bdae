// npm run bench:web: what our pages fetch and how fast they stand, beside other people's.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../../test/support/chromium.ts";
import { startTestWorld } from "../../../test/support/testWorld.ts";
import { publishTales } from "../../world/publishTales.ts";
import { median } from "../statistics.ts";
import { step } from "../step.ts";
import { brokenBudgets } from "./budgets.ts";
import { measureBytes } from "./measureBytes.ts";
import { measureTimes, type TimeFigures } from "./measureTimes.ts";
import { type Figures, formatFigures } from "./report.ts";
import { buildStarters, serveStarters } from "./starters.ts";
import { listVisits, type Visit } from "./visits.ts";

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

const units = `kB of 1,000 bytes that the page fetches from its own origin: text as gzip makes it, the rest as it is.
"hosts" are other machines that it turns to; the node of the chain is none. A wallet is one that was
connected before. Phone: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed; medians of rounds in
which all take turns. FCP: first paint with content, also as a multiple of the first row's; LCP: the
largest one; TBT: what long tasks take above 50 ms; CLS: layout shift. Ratios hold on a busy machine,
times do not.`;

const story = { drifterId: "7", narrative: "# Ash on the water\n\nShe kept **one** lamp lit.\n" };

const options = readOptions();
const figures = await measure().catch((error: Error) => {
  // A browser's errors go on with its whole log.
  console.error(`\n${error.message.split("\n", 2).join("\n")}`);
  process.exit(1);
});
console.log(`\n${formatFigures(figures)}\n\n${units}`);
if (options.json !== undefined) {
  await writeFile(options.json, `${JSON.stringify(figures, undefined, 2)}\n`);
}
for (const broken of brokenBudgets(figures)) {
  console.error(`✘ ${broken}`);
  process.exitCode = 1;
}

async function measure(): Promise<Figures[]> {
  await using opened = new AsyncDisposableStack();
  await step("other people's pages", buildStarters);
  const starters = opened.adopt(await serveStarters(), (served) => served.close());
  const world = await step("our page, built and served", () => startTestWorld("production"));
  opened.defer(() => world.close());
  await publishTales({ ...world, tales: [story] });
  const browser = opened.adopt(await launchChromium("browser"), (launched) => launched.close());

  const visits = listVisits(world, story.drifterId, starters.urls);
  const times = await step("times", (tell) => timeInTurns(browser, visits, tell));
  // Waited for here: what it uses is closed at the end of this function.
  return await step("bytes", async (tell) => {
    const measured: Figures[] = [];
    for (const visit of visits) {
      tell(visit.title);
      const timed = times.get(visit);
      const bytes = await measureBytes(browser, visit);
      measured.push({ title: visit.title, ...bytes, ...(timed && { times: timed }) });
    }
    return measured;
  });
}

/** Each round comes to every page once, so that a busy moment of the machine meets all of them. */
async function timeInTurns(
  browser: Browser,
  visits: readonly Visit[],
  tell: (doing: string) => void,
): Promise<Map<Visit, TimeFigures>> {
  const timed = visits.filter(({ act }) => act === undefined);
  const measured = new Map<Visit, TimeFigures[]>(timed.map((visit) => [visit, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [visit, times] of measured) {
      tell(`round ${round} of ${options.rounds}, ${visit.title}`);
      times.push(await measureTimes(browser, visit));
    }
  }
  return new Map([...measured].map(([visit, times]) => [visit, mediansOf(times)]));
}

function mediansOf(times: readonly TimeFigures[]): TimeFigures {
  const of = (name: keyof TimeFigures) => median(times.map((each) => each[name]));
  return {
    firstContentfulPaint: of("firstContentfulPaint"),
    largestContentfulPaint: of("largestContentfulPaint"),
    blocking: of("blocking"),
    layoutShift: of("layoutShift"),
  };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: "string", default: "5" },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    if (!/^[1-9]\d?$/.test(values.rounds)) {
      throw new Error(`--rounds takes a number from 1 to 99, not "${values.rounds}".`);
    }
    return { ...values, rounds: Number(values.rounds) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(1);
  }
}

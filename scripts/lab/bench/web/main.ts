// npm run bench:web: bytes and load times of our pages and of comparable ones.
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { publishTales } from "../../../world/publishTales.ts";
import { launchChromium } from "../../browser/chromium.ts";
import { startProductionWorld } from "../../productionWorld.ts";
import { median } from "../statistics.ts";
import { step } from "../step.ts";
import { brokenBudgets } from "./budgets.ts";
import { galleryPlan, measureGalleryHeap } from "./gallery.ts";
import { measureBytes } from "./measureBytes.ts";
import { measureTimes, type TimeFigures } from "./measureTimes.ts";
import { runWebBench } from "./options.ts";
import { type Figures, formatFigures } from "./report.ts";
import { buildStarters, serveStarters } from "./starters.ts";
import { listVisits, type Visit } from "./visits.ts";

const units = `kB of 1,000 bytes that the page fetches from its own origin: text gzipped, the rest unchanged.
"Markup" is the page's HTML without its text. "Hosts" are other hosts that it contacts, without the chain's node. A wallet is one that was connected
before. Phone: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed; medians of rounds in which all take
turns. FCP: first contentful paint, also as a multiple of the first row's; LCP: largest contentful paint;
TBT: time of long tasks above 50 ms; CLS: layout shift. Ratios are stable on a busy machine, times are
not.`;

const story = { drifterId: "7", narrative: "# Ash on the water\n\nShe kept **one** lamp lit.\n" };

process.exitCode = await runWebBench(process.argv.slice(2), console, async ({ rounds, json }) => {
  const figures = await measure(rounds);
  console.log(`\n${formatFigures(figures)}\n\n${units}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, undefined, 2)}\n`);
  const broken = brokenBudgets(figures);
  for (const budget of broken) console.error(`✘ ${budget}`);
  return broken.length === 0 ? 0 : 1;
});

async function measure(rounds: number): Promise<Figures[]> {
  await using opened = new AsyncDisposableStack();
  await step("other people's pages", buildStarters);
  const starters = opened.adopt(await serveStarters(), (served) => served.close());
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), "fringe-drifters-bench-")));
  const world = await step("our page, built and served", () => startProductionWorld(folder.path));
  opened.defer(() => world.close());
  await publishTales({ ...world, tales: [story] });
  const large = await step("our page with 10,000 drifters", () =>
    startProductionWorld(join(folder.path, "large"), galleryPlan),
  );
  opened.defer(() => large.close());
  const browser = opened.adopt(await launchChromium("browser"), (launched) => launched.close());

  const visits = listVisits({ world, large, starters: starters.urls }, story.drifterId);
  const times = await step("times", (tell) => timeInTurns(rounds, browser, visits, tell));
  // Awaited, because its resources are closed at the end of this function.
  return await step("bytes", async (tell) => {
    const measured: Figures[] = [];
    for (const visit of visits) {
      tell(visit.title);
      const timed = times.get(visit);
      const bytes = await measureBytes(browser, visit);
      const heapBytes = visit.isReadOn && (await measureGalleryHeap(browser, visit.url, tell));
      measured.push({
        title: visit.title,
        ...bytes,
        ...(timed && { times: timed }),
        ...(heapBytes && { heapBytes }),
      });
    }
    return measured;
  });
}

/** Each round comes to every page once, so that a busy moment of the machine meets all of them. */
async function timeInTurns(
  rounds: number,
  browser: Browser,
  visits: readonly Visit[],
  tell: (doing: string) => void,
): Promise<Map<Visit, TimeFigures>> {
  const timed = visits.filter(({ act }) => act === undefined);
  const measured = new Map<Visit, TimeFigures[]>(timed.map((visit) => [visit, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [visit, times] of measured) {
      tell(`round ${round} of ${rounds}, ${visit.title}`);
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

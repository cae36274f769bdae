import type { MemoryFigures } from "./memory/measureMemory.ts";
import type { OverloadFigures } from "./overload/measureOverload.ts";
import { pageTitle } from "./reads/subjects.ts";
import { type Figures, growthOf } from "./report.ts";

/** By read, of the service on either store. */
const leastTimesBare: Record<string, number> = { "A story": 0.95, [pageTitle]: 0.8 };
const mostGrowth = 1.1;
/** While more saves arrive than the service handles: p99 of reads, and of the time until a save is refused. */
const mostReadMilliseconds = 20;
const mostRefusalMilliseconds = 200;
/** Maximum growth from the middle pass to the last, when the cache is full. */
const mostMemoryGrowth = 1.1;
/** At any time: at the start, while all stories are read, and during a search. */
const mostMegabytes = 200;

/** Returns one sentence for each exceeded budget. */
export function brokenBudgets({ reads = [], memory, saves = [], overload }: Figures): string[] {
  const slow = reads.filter(
    ({ question, name, timesSameHeaders }) =>
      name.startsWith("ours, ") && timesSameHeaders < (leastTimesBare[question] ?? 0),
  );
  const stores = Object.entries(Object.groupBy(saves, ({ store }) => store));
  const growing = stores.filter(([, rows = []]) => growthOf(rows) > mostGrowth);
  return [
    ...slow.map(
      ({ question, name, timesSameHeaders: times }) =>
        `${question} is read at ${times.toFixed(2)} × bare node:http (${name}); the budget is ${leastTimesBare[question]}.`,
    ),
    ...growing.map(
      ([store, rows = []]) =>
        `A save (${store}) takes ${growthOf(rows).toFixed(2)} × as long in the fullest store; the budget is ${mostGrowth}.`,
    ),
    ...(memory === undefined ? [] : brokenByMemory(memory)),
    ...(overload === undefined ? [] : brokenByOverload(overload)),
  ];
}

function brokenByOverload(figures: OverloadFigures): string[] {
  const { readP99Milliseconds: read, refusedP99Milliseconds: refused, otherAnswers } = figures;
  const faults: string[] = [];
  const ms = (milliseconds: number) => milliseconds.toFixed(0);
  if (read > mostReadMilliseconds) {
    faults.push(
      `While too many saves arrive, p99 of reads is ${ms(read)} ms; the budget is ${mostReadMilliseconds} ms.`,
    );
  }
  if (refused === undefined) faults.push("No save was refused: not enough arrived.");
  else if (refused > mostRefusalMilliseconds) {
    faults.push(
      `A save is refused after ${ms(refused)} ms (p99); the budget is ${mostRefusalMilliseconds} ms.`,
    );
  }
  if (otherAnswers > 0) {
    faults.push(`${otherAnswers} saves were answered neither with 200 nor with 503.`);
  }
  return faults;
}

function brokenByMemory(figures: MemoryFigures): string[] {
  const faults: string[] = [];
  const growth = lateGrowthOf(figures);
  const megabytes = figures.mostBytes / 1e6;
  if (growth > mostMemoryGrowth) {
    faults.push(
      `Memory still grew ${growth.toFixed(2)} × when the cache was full; the budget is ${mostMemoryGrowth}.`,
    );
  }
  if (megabytes > mostMegabytes) {
    faults.push(`The service takes ${megabytes.toFixed(0)} MB; the budget is ${mostMegabytes} MB.`);
  }
  return faults;
}

function lateGrowthOf({ passBytes }: MemoryFigures): number {
  const middle = passBytes[Math.ceil(passBytes.length / 2) - 1] ?? 0;
  return (passBytes.at(-1) ?? 0) / middle;
}

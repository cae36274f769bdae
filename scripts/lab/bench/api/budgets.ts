import type { MemoryFigures } from "./memory/measureMemory.ts";
import { pageTitle } from "./reads/subjects.ts";
import { type Figures, growthOf } from "./report.ts";

const leastTimesBare = 0.8;
/** Reads to which it applies. */
const budgetedReads = ["A story", pageTitle];
const mostGrowth = 1.3;
/** Maximum growth from the middle pass to the last, when the cache is full. */
const mostMemoryGrowth = 1.1;

/** Returns one sentence for each exceeded budget. */
export function brokenBudgets({ reads = [], memory, saves = [] }: Figures): string[] {
  const slow = reads.filter(
    ({ question, name, timesSameHeaders }) =>
      budgetedReads.includes(question) &&
      name === "ours, folder" &&
      timesSameHeaders < leastTimesBare,
  );
  const stores = Object.entries(Object.groupBy(saves, ({ store }) => store));
  const growing = stores.filter(([, rows = []]) => growthOf(rows) > mostGrowth);
  const memoryGrowth = memory === undefined ? 0 : lateGrowthOf(memory);
  return [
    ...slow.map(
      ({ question, timesSameHeaders: times }) =>
        `${question} is read at ${times.toFixed(2)} × bare node:http; the budget is ${leastTimesBare}.`,
    ),
    ...growing.map(
      ([store, rows = []]) =>
        `A save (${store}) takes ${growthOf(rows).toFixed(2)} × as long in the fullest store; the budget is ${mostGrowth}.`,
    ),
    ...(memoryGrowth > mostMemoryGrowth
      ? [
          `Memory still grew ${memoryGrowth.toFixed(2)} × when the cache was full; the budget is ${mostMemoryGrowth}.`,
        ]
      : []),
  ];
}

function lateGrowthOf({ passBytes }: MemoryFigures): number {
  const middle = passBytes[Math.ceil(passBytes.length / 2) - 1] ?? 0;
  return (passBytes.at(-1) ?? 0) / middle;
}

import { type Figures, growthOf } from "./report.ts";

const leastTimesBare = 0.8;
const mostGrowth = 1.3;

/** The budgets that do not hold, one sentence each. */
export function brokenBudgets({ reads = [], saves = [] }: Figures): string[] {
  const slow = reads.filter(
    ({ question, name, timesSameHeaders }) =>
      question === "A story" && name === "ours, folder" && timesSameHeaders < leastTimesBare,
  );
  const stores = Object.entries(Object.groupBy(saves, ({ store }) => store));
  const growing = stores.filter(([, rows = []]) => growthOf(rows) > mostGrowth);
  return [
    ...slow.map(
      ({ timesSameHeaders: times }) =>
        `A story is read at ${times.toFixed(2)} × bare node:http; the budget is ${leastTimesBare}.`,
    ),
    ...growing.map(
      ([store, rows = []]) =>
        `A save (${store}) takes ${growthOf(rows).toFixed(2)} × as long in the fullest store; the budget is ${mostGrowth}.`,
    ),
  ];
}

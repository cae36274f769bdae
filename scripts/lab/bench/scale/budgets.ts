import type { ScaleFigures } from "./figures.ts";
import { growthOf } from "./report.ts";

const mostMegabytes = 300;
const mostGrowth = 1.2;

/** The budgets as a sentence. */
export const budgets = `a process with all stories takes at most ${mostMegabytes} MB, and the median save in the largest store at most ${mostGrowth} × the time in the smallest`;

/** Returns one sentence for each exceeded budget. */
export function brokenScaleBudgets({
  start,
  saves,
}: Pick<ScaleFigures, "start" | "saves">): string[] {
  const megabytes = start.mostBytes / 1e6;
  const growth = growthOf(saves);
  const broken: string[] = [];
  if (megabytes > mostMegabytes) {
    broken.push(`A process takes ${megabytes.toFixed(0)} MB; the budget is ${mostMegabytes} MB.`);
  }
  if (growth > mostGrowth) {
    broken.push(
      `A save takes ${growth.toFixed(2)} × as long in the largest store; the budget is ${mostGrowth}.`,
    );
  }
  return broken;
}

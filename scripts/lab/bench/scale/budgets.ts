import type { ScaleFigures } from "./figures.ts";
import { growthOf } from "./report.ts";

const mostMebibytes = 300;
const mostGrowth = 1.2;

/** The budgets as a sentence. */
export const budgets = `a process with all stories takes at most ${mostMebibytes} MiB, and the median save in the largest store at most ${mostGrowth} × the time in the smallest`;

/** Returns one sentence for each exceeded budget. */
export function brokenScaleBudgets({
  start,
  saves,
}: Pick<ScaleFigures, "start" | "saves">): string[] {
  const mebibytes = start.mostBytes / 1024 ** 2;
  const growth = growthOf(saves);
  const broken: string[] = [];
  if (mebibytes > mostMebibytes) {
    broken.push(`A process takes ${mebibytes.toFixed(0)} MiB; the budget is ${mostMebibytes}.`);
  }
  if (growth > mostGrowth) {
    broken.push(
      `A save takes ${growth.toFixed(2)} × as long in the largest store; the budget is ${mostGrowth}.`,
    );
  }
  return broken;
}

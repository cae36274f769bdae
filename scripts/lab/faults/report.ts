import type { FaultFigures } from "./runFaults.ts";

const width = 46;
const heads = ["back s", "saves", "reads", "stalest ms", "slowest s", "refused"];
const shownProblems = 5;

/** Formats the names of the columns of `formatFault`. */
export const faultHeads = "".padEnd(width) + heads.map((head) => head.padStart(11)).join("");

/** Formats a fault's figures as one line of a table, with its problems below. */
export function formatFault(figures: FaultFigures): string {
  const { name, store, saves, reads, refusals, problems } = figures;
  const cells = [
    figures.secondsUntilBack?.toFixed(1) ?? "never",
    String(saves),
    String(reads),
    figures.stalestMilliseconds.toFixed(0),
    (figures.slowestMilliseconds / 1000).toFixed(1),
    String([...refusals.values()].reduce((sum, count) => sum + count, 0)),
  ];
  const row = cells.map((cell) => cell.padStart(11)).join("");
  const mark = problems.length === 0 ? "✔" : "✘";
  return [
    `${mark} ${store}: ${name}`.padEnd(width) + row,
    ...problems.slice(0, shownProblems).map((problem) => `    ${problem}`),
    ...(problems.length > shownProblems ? [`    and ${problems.length - shownProblems} more`] : []),
  ].join("\n");
}

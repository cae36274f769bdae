import { median } from "../statistics.ts";

/** Times of one thing that a person waits for. */
export interface Row {
  title: string;
  /** Of each round. */
  milliseconds: number[];
  /** Maximum median. */
  budget: number;
}

/** What a person waits for, with the longest time that is allowed. */
export const waits = {
  transaction: { title: "/chain shows a transaction, from sending", budget: 300 },
  trace: { title: "/chain shows the trace of a mint of 20", budget: 500 },
  watchContract: { title: "watch: first result, a contract", budget: 5_000 },
  watchUnitTest: { title: "watch: first result, a unit test", budget: 1_000 },
  fork: { title: "fork, until a drifter's page shows", budget: 15_000 },
} as const;

const titleWidth = 44;
const columnWidth = 10;

/** Formats the rows for a terminal of 100 columns. */
export function formatRows(rows: readonly Row[]): string {
  const lines = rows.map(({ title, milliseconds, budget }) =>
    formatLine(title, [
      Math.round(median(milliseconds)),
      Math.round(Math.max(...milliseconds)),
      budget,
      milliseconds.length,
    ]),
  );
  return [formatLine("Milliseconds", ["median", "most", "budget", "rounds"]), ...lines].join("\n");
}

/** Returns a sentence for each exceeded budget. */
export function brokenBudgets(rows: readonly Row[]): string[] {
  return rows
    .filter(({ milliseconds, budget }) => !(median(milliseconds) <= budget))
    .map(
      ({ title, milliseconds, budget }) =>
        `${title}: ${Math.round(median(milliseconds))} ms; the budget is ${budget} ms.`,
    );
}

function formatLine(title: string, cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => cell.toLocaleString("en").padStart(columnWidth));
  return title.padEnd(titleWidth) + texts.join("");
}

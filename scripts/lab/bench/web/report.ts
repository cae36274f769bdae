import { type ByteFigures, kinds } from "./measureBytes.ts";
import type { TimeFigures } from "./measureTimes.ts";

export interface Figures extends ByteFigures {
  title: string;
  /** Medians of the rounds; absent for visits with an action. */
  times?: TimeFigures;
  /** JavaScript heap of a gallery that was read to its end. */
  heapBytes?: number;
}

const nameWidth = 34;
const columnWidth = 9;

/** Formats two tables for a terminal of 100 columns. */
export function formatFigures(figures: readonly Figures[]): string {
  const heads = [...kinds.map((kind) => `${kind}`.slice(0, 8)), "markup", "hosts"];
  const byteRows = figures.map(({ title, bytes, markupBytes, hosts }) =>
    formatRow(title, [
      ...kinds.map((kind) => kilobytes(bytes[kind])),
      kilobytes(markupBytes),
      String(hosts.length),
    ]),
  );
  const timed = figures.flatMap(({ title, times }) => (times ? [{ title, times }] : []));
  const floor = timed[0]?.times.firstContentfulPaint ?? Number.NaN;
  const timeRows = timed.map(({ title, times }) =>
    formatRow(title, [
      `${(times.firstContentfulPaint / floor).toFixed(2)} ×`,
      seconds(times.firstContentfulPaint),
      seconds(times.largestContentfulPaint),
      seconds(times.blocking),
      times.layoutShift.toFixed(3),
    ]),
  );
  return [
    formatRow("kB fetched", heads),
    ...byteRows,
    "",
    formatRow("On a slow phone", ["FCP", "FCP, s", "LCP, s", "TBT, s", "CLS"]),
    ...timeRows,
    ...figures.flatMap(({ title, heapBytes }) =>
      heapBytes === undefined
        ? []
        : ["", `JavaScript heap of ${title}, after the last one: ${megabytes(heapBytes)} MB`],
    ),
  ].join("\n");
}

function formatRow(name: string, cells: readonly string[]): string {
  return name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(columnWidth)).join("");
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2);
}

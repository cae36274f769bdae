import type { StoreName } from "./crashStore.ts";
import type { RoundFigures } from "./rounds.ts";

export interface StoreFigures {
  store: StoreName;
  rounds: readonly RoundFigures[];
}

const columns = [
  { title: "store", of: ({ store }: StoreFigures) => store },
  { title: "rounds", of: ({ rounds }: StoreFigures) => String(rounds.length) },
  { title: "database killed", of: (figures: StoreFigures) => String(databaseKills(figures)) },
  { title: "acknowledged", of: sumOf("acknowledged") },
  { title: "in flight at the kill", of: sumOf("inFlight") },
  { title: "of them found", of: sumOf("found") },
  { title: "replays refused", of: sumOf("replaysRefused") },
  { title: "seconds", of: sumOf("seconds", 1) },
] as const;

/** Formats a table with one line per store. */
export function formatFigures(stores: readonly StoreFigures[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...stores.map((figures) => columns.map(({ of }) => of(figures))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index]))));
  return lines
    .map((line) => line.map((cell, index) => pad(cell, widths[index])).join("  "))
    .join("\n");
}

function width(cell: string | undefined): number {
  return cell?.length ?? 0;
}

function pad(cell: string, width = 0): string {
  return /^\d/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

function databaseKills({ rounds }: StoreFigures): number {
  return rounds.filter(({ killTarget }) => killTarget !== "service").length;
}

function sumOf(
  figure: "acknowledged" | "inFlight" | "found" | "replaysRefused" | "seconds",
  digits = 0,
) {
  return ({ rounds }: StoreFigures) =>
    rounds.reduce((sum, round) => sum + round[figure], 0).toFixed(digits);
}

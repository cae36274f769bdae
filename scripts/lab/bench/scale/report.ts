import type { CheckFigures } from "./checkLoad.ts";
import { formatCosts } from "./costLines.ts";
import { costsOf, type ScaleFigures, type SizeFigures } from "./figures.ts";
import type { ScaleSaves } from "./measureScaleSaves.ts";
import type { StartFigures } from "./measureStart.ts";
import type { Costs } from "./model.ts";

/** Formats the report for a terminal of 100 columns. */
export function formatScale(figures: ScaleFigures): string {
  const costs = costsOf(figures);
  return [
    formatStart(figures.start),
    formatSaves(figures.saves),
    formatSizes(figures.sizes),
    formatCosts(costs),
    formatCore(costs),
    formatCheck(figures.check),
  ].join("\n\n");
}

function formatStart({ stories, firstStorySeconds, startBytes, mostBytes }: StartFigures): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    `A process with ${count(stories)} stories`,
    formatLine("  from its start to the first story", [`${firstStorySeconds.toFixed(1)} s`]),
    formatLine("  memory after the start", [megabytes(startBytes)]),
    formatLine("  most memory, after many reads", [megabytes(mostBytes)]),
  ].join("\n");
}

function formatSaves(rows: readonly ScaleSaves[]): string {
  const lines = rows.map((row) =>
    formatLine(`  ${count(row.stories)} stories`, [
      row.p50Milliseconds.toFixed(2),
      row.p99Milliseconds.toFixed(2),
      row.savesPerSecond.toFixed(0),
      (row.cost.service / 1_000).toFixed(2),
      (row.cost.database / 1_000).toFixed(2),
      (row.walBytes / 1_000).toFixed(1),
    ]),
  );
  return [
    formatLine("Saves", ["p50 ms", "p99 ms", "saves/s", "CPU ms", "PG's ms", "WAL kB"]),
    ...lines,
    formatLine("  p50, from fewest to most", [`× ${growthOf(rows).toFixed(2)}`]),
  ].join("\n");
}

/** Returns the ratio of the median save in the largest store to that in the smallest. */
export function growthOf(rows: readonly ScaleSaves[]): number {
  const [fewest, most] = [rows.at(0), rows.at(-1)];
  if (fewest === undefined || most === undefined) throw new Error("No store was measured.");
  return most.p50Milliseconds / fewest.p50Milliseconds;
}

function formatSizes(sizes: readonly SizeFigures[]): string {
  return [
    formatLine("Bytes in the database", ["text", "story", "revision"]),
    ...sizes.map(({ stories, textBytes, storyBytes, revisionBytes }) =>
      formatLine(`  ${count(stories)} stories`, [textBytes, storyBytes, revisionBytes].map(count)),
    ),
  ].join("\n");
}

function formatCore({ fullCoreRead, fullCoreDatabaseRead, save }: Costs): string {
  const perSecond = (microseconds: number) => count(1e6 / microseconds);
  return [
    "One core, per second",
    formatLine("  reads from memory", [perSecond(fullCoreRead)]),
    formatLine("  reads from the database", [perSecond(fullCoreDatabaseRead)]),
    formatLine("  saves", [perSecond(save)]),
  ].join("\n");
}

function formatCheck(check: CheckFigures): string {
  const { name, readsPerSecond, savesPerSecond, predicted, measured } = check;
  const line = (title: string, part: "service" | "database") => {
    const share = (cores: number) => `${(cores * 100).toFixed(1)} %`;
    const error = measured[part] / predicted[part] - 1;
    return formatLine(title, [share(predicted[part]), share(measured[part]), share(error)]);
  };
  return [
    formatLine("Load on one process", ["predicted", "measured", "error"]),
    line("  the service, of a core", "service"),
    line("  PostgreSQL, of a core", "database"),
    formatLine("  reads, p50", ["", `${check.readP50Milliseconds.toFixed(1)} ms`]),
    formatLine("  reads, p99", ["", `${check.readP99Milliseconds.toFixed(1)} ms`]),
    formatLine("  saves, p99", ["", `${check.saveP99Milliseconds?.toFixed(1) ?? "–"} ms`]),
    `  ${name}: ${count(readsPerSecond)} reads and ${savesPerSecond.toFixed(1)} saves a second`,
  ].join("\n");
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function formatLine(name: string, cells: readonly string[]): string {
  return name.padEnd(36) + cells.map((cell) => cell.padStart(10)).join("");
}

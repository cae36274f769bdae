import type { Measurement } from "../lab/bench/gas/measurement.ts";
import type { GasSnapshot } from "../lab/bench/gas/snapshot.ts";

/** Formats the measured rows that differ from a snapshot, the largest change first. */
export function describeGasDifference(rows: readonly Measurement[], snapshot: GasSnapshot): string {
  const changed = rows.flatMap(({ section, name, figure }) => {
    const before = snapshot[section]?.[name];
    if (figure === undefined || before === undefined || figure === before) return [];
    return [{ title: `${section}, ${name}`, before, figure, change: figure - before }];
  });
  if (changed.length === 0) return `No gas difference in ${rows.length} rows.`;
  const width = Math.max(...changed.map(({ title }) => title.length));
  const lines = changed
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ title, before, figure, change }) => {
      const signed = `${change > 0 ? "+" : "−"}${grouped(Math.abs(change))}`;
      const percent = `${((change / before) * 100).toFixed(2)} %`;
      return `${title.padEnd(width)}  ${grouped(before)} → ${grouped(figure)}  ${signed} (${percent})`;
    });
  return [
    `Gas against the last commit, ${changed.length} of ${rows.length} rows differ:`,
    ...lines,
  ].join("\n");
}

function grouped(gas: number): string {
  return gas.toLocaleString("en");
}

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Measurement } from "./measurement.ts";

/** Our figures, by section and row. */
export type GasSnapshot = Record<string, Record<string, number>>;

const path = fileURLToPath(new URL("./gas.snapshot.json", import.meta.url));

/** Tolerated relative deviation from the snapshot. */
const tolerance = 0.005;

/** Reads the committed figures. */
export async function readSnapshot(): Promise<GasSnapshot> {
  // Safety: only `writeSnapshot` writes the file.
  return JSON.parse(await readFile(path, "utf8")) as GasSnapshot;
}

/** Writes these figures to the snapshot. */
export async function writeSnapshot(rows: readonly Measurement[]): Promise<void> {
  const snapshot: GasSnapshot = {};
  for (const { section, name, figure } of rows) {
    if (figure === undefined) continue;
    snapshot[section] ??= {};
    snapshot[section][name] = figure;
  }
  await writeFile(path, `${JSON.stringify(snapshot, null, 2)}\n`);
}

/** Rows that differ from the snapshot, one sentence each. */
export interface Deviations {
  worse: string[];
  better: string[];
  unknown: string[];
}

/** Compares measured rows with the snapshot; ignores the others. */
export function compareWithSnapshot(
  rows: readonly Measurement[],
  snapshot: GasSnapshot,
): Deviations {
  const deviations: Deviations = { worse: [], better: [], unknown: [] };
  for (const row of rows) {
    const held = snapshot[row.section]?.[row.name];
    if (held === undefined) {
      deviations.unknown.push(`${row.section}, ${row.name}: not in the snapshot.`);
    } else if (row.figure !== undefined && Math.abs(row.figure - held) > tolerance * held) {
      deviations[row.figure > held ? "worse" : "better"].push(sentence(row, row.figure, held));
    }
  }
  return deviations;
}

function sentence({ section, name, unit }: Measurement, figure: number, held: number): string {
  const percent = Math.abs((figure / held - 1) * 100).toFixed(1);
  const direction = figure > held ? "above" : "below";
  const measured = `${figure.toLocaleString("en")} ${unit ?? "gas"}`;
  return `${section}, ${name}: ${measured}, ${percent} % ${direction} the snapshot's ${held.toLocaleString("en")}.`;
}

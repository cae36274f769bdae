import { readFile, writeFile } from "node:fs/promises";
import type { FileCost } from "./messages.ts";

/** Seconds that each test file took when they were last written down, on a machine of two cores. */
const durationsFile = "test/durations.json";

export type Durations = Readonly<Record<string, number>>;

export async function readDurations(): Promise<Durations> {
  return JSON.parse(await readFile(durationsFile, "utf8").catch(() => "{}"));
}

/** Writes down what the files of a whole run took. */
export async function writeDurations(costs: readonly FileCost[]): Promise<void> {
  const rows = costs
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map(({ file, wallSeconds }) => [file, Math.round(wallSeconds * 10) / 10]);
  await writeFile(durationsFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/**
 * Parts the files into shares that take about the same time: the longest first, each to the share that has least. The
 * same files and durations give the same shares. A file without a duration counts as an average one.
 *
 * @see Graham, "Bounds on Multiprocessing Timing Anomalies" (1969): at most 4/3 of the best division.
 */
export function shareOut(
  files: readonly string[],
  durations: Durations,
  shares: number,
): string[][] {
  const known = Object.values(durations);
  const average = known.reduce((sum, each) => sum + each, 0) / (known.length || 1) || 1;
  // Loading a file takes a moment, too, so that none counts as nothing.
  const secondsOf = (file: string) => (durations[file] ?? average) + 0.1;
  const parts = Array.from({ length: Math.min(shares, files.length) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const file of longestFirst) {
    const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  return parts.map((part) => part.files.sort());
}

import { readFile, writeFile } from "node:fs/promises";
import type { FileCost } from "./messages.ts";

/** Recorded seconds of each test file, on two cores. */
const durationsFile = "test/durations.json";

export type Durations = Readonly<Record<string, number>>;

export async function readDurations(): Promise<Durations> {
  return JSON.parse(await readFile(durationsFile, "utf8").catch(() => "{}"));
}

/** Records the durations of a full run. */
export async function writeDurations(costs: readonly FileCost[]): Promise<void> {
  const rows = costs
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map(({ file, wallSeconds }) => [file, Math.round(wallSeconds * 10) / 10]);
  await writeFile(durationsFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/**
 * Splits the files into shares of about equal duration: longest first, each to the least loaded share. Deterministic. A
 * file without a recorded duration counts as average. Tests that open pages go to half of the shares, rounded up: each
 * process that opens pages starts a world and a browser.
 *
 * @see Graham, "Bounds on Multiprocessing Timing Anomalies" (1969): at most 4/3 of the optimum.
 */
export function shareOut(
  files: readonly string[],
  durations: Durations,
  shares: number,
): string[][] {
  const known = Object.values(durations);
  const average = known.reduce((sum, each) => sum + each, 0) / (known.length || 1) || 1;
  // Loading a file takes time too, so none counts as 0.
  const secondsOf = (file: string) => (durations[file] ?? average) + 0.1;
  const parts = Array.from({ length: Math.min(shares, files.length) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  const pageParts = files.every(isPageTest) ? parts : parts.slice(Math.floor(parts.length / 2));
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const file of longestFirst) {
    const open = isPageTest(file) ? pageParts : parts;
    const least = open.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  return parts.map((part) => part.files.sort());
}

function isPageTest(file: string): boolean {
  return file.startsWith("test/web/pages/");
}

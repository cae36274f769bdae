import type { FileCost, TestName } from "./messages.ts";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  costs: FileCost[];
}

interface Spent {
  wallSeconds: number;
  /** CPU time of the run's processes; undefined if it is not known. */
  cpuSeconds: number | undefined;
}

const shownFiles = 5;

/** Formats a run's summary: the slowest files and, as the last line, counts and times. */
export function summarize({ passed, failed, skipped, costs }: Tally, spent: Spent): string {
  const slowest =
    costs.length > 1 ? ["Slowest files:", ...costs.slice(0, shownFiles).map(formatCost), ""] : [];
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const cpu = spent.cpuSeconds === undefined ? "" : `, ${Math.round(spent.cpuSeconds)} s of CPU`;
  const nothing = passed + failed === 0 ? ["No test matches."] : [];
  return [
    "",
    ...slowest,
    ...nothing,
    `${counts.join(", ")} in ${spent.wallSeconds.toFixed(1)} s${cpu}`,
  ].join("\n");
}

function formatCost({ file, tests, wallSeconds }: FileCost): string {
  return `${wallSeconds.toFixed(1).padStart(6)} s  ${file} (${tests} tests)`;
}

/** Returns the command that runs only that test, for a POSIX shell. */
export function commandFor({ file, title }: TestName): string {
  // Mocha names a hook by its kind and, if any, its test.
  const [hooked] = title.split(/ "(?:before|after) (?:each|all)" hook/);
  const words = patternOf(hooked ?? title);
  const grep = words === "" || file === "" ? "" : ` --grep '${words.replaceAll("'", "'\\''")}'`;
  return `npm test -- ${file}${grep}`;
}

/** Returns the regular expression that matches exactly these words. */
function patternOf(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

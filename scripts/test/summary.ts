import type { FileCost, TestName } from "./messages.ts";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  costs: FileCost[];
}

interface Spent {
  wallSeconds: number;
  /** Of all processes of the run; undefined where it cannot be read. */
  cpuSeconds: number | undefined;
}

const shownFiles = 5;

/** The end of a run: the slowest files, and as the last line what passed and what it took. */
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

function formatCost({ file, tests, wallSeconds, cpuSeconds }: FileCost): string {
  const cpu = cpuSeconds === undefined ? "" : `${cpuSeconds.toFixed(1).padStart(6)} s of CPU`;
  return `${wallSeconds.toFixed(1).padStart(6)} s ${cpu}  ${file} (${tests} tests)`;
}

/** The command that runs that test alone, for a POSIX shell. */
export function commandFor({ file, title }: TestName): string {
  // Mocha names a hook by its kind and, where there is one, the test that it was for.
  const [hooked] = title.split(/ "(?:before|after) (?:each|all)" hook/);
  const words = (hooked ?? title).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const grep = words === "" || file === "" ? "" : ` --grep '${words.replaceAll("'", "'\\''")}'`;
  return `npm test -- ${file}${grep}`;
}

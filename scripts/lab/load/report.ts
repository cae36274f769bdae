import { percentile } from "../bench/statistics.ts";
import type { CrowdFigures } from "./crowd.ts";
import { type Measurements, readKinds, type Stretch, stretches } from "./measurements.ts";

/** Results of a run. */
export interface LoadFigures {
  measurements: Measurements;
  /** One for each process. */
  restarts: readonly { seconds: number }[];
  crowd: CrowdFigures;
  /** Acknowledged saves, all found afterwards. */
  saves: number;
  /** Requests passed on from a stopping process to the other one. */
  passedOn: number;
  /** Log lines of the processes at level warn or above. */
  warnings: readonly string[];
}

export interface LoadRow {
  name: string;
  requests: number;
  perSecond: number;
  /** Undefined without requests. */
  p50Milliseconds: number | undefined;
  p95Milliseconds: number | undefined;
  p99Milliseconds: number | undefined;
  slowestMilliseconds: number | undefined;
  failed: number;
}

/** Returns rows of reads and saves per stretch, then of each kind of read in total. */
export function rowsOf(measurements: Measurements): LoadRow[] {
  const isRead = (kind: string) => kind !== "save";
  const allSeconds = stretches.reduce((sum, stretch) => sum + measurements.seconds[stretch], 0);
  return [
    ...stretches.map((stretch) =>
      rowOf(measurements, `reads, ${titles[stretch]}`, isRead, stretch),
    ),
    ...stretches.map((stretch) =>
      rowOf(measurements, `saves, ${titles[stretch]}`, (kind) => !isRead(kind), stretch),
    ),
    ...readKinds.map((kind) =>
      rowOf(measurements, `${kind}, in all`, (other) => other === kind, undefined, allSeconds),
    ),
  ];
}

const titles = {
  before: "before the restarts",
  restarts: "during the restarts",
  after: "after the restarts",
} as const satisfies Record<Stretch, string>;

function rowOf(
  { samples, failures, seconds }: Measurements,
  name: string,
  isMeant: (kind: string) => boolean,
  stretch: Stretch | undefined,
  inSeconds = stretch === undefined ? 0 : seconds[stretch],
): LoadRow {
  const fits = (event: { kind: string; stretch: Stretch }) =>
    isMeant(event.kind) && (stretch === undefined || event.stretch === stretch);
  const times = samples.filter(fits).map(({ milliseconds }) => milliseconds);
  const at = (share: number) => (times.length === 0 ? undefined : percentile(times, share));
  return {
    name,
    requests: times.length,
    perSecond: times.length / inSeconds,
    p50Milliseconds: at(0.5),
    p95Milliseconds: at(0.95),
    p99Milliseconds: at(0.99),
    slowestMilliseconds: at(1),
    failed: failures.filter(fits).length,
  };
}

const shownFailures = 10;
const heads = ["requests", "a second", "p50 ms", "p95 ms", "p99 ms", "slowest", "failed"];

/** Formats the figures for a terminal. */
export function formatFigures(figures: LoadFigures): string {
  const { measurements, restarts, crowd, saves, passedOn, warnings } = figures;
  const { failures } = measurements;
  const away = restarts.map(({ seconds }) => `${seconds.toFixed(1)} s`).join(" and ");
  return [
    formatLine("", heads),
    ...rowsOf(measurements).map(formatRow),
    "",
    `The processes restarted one after the other, within ${away}.`,
    `Requests passed on from a stopping process to the other: ${passedOn}.`,
    `${crowd.readers} readers of one page in ${crowd.seconds.toFixed(1)} s: ${crowd.requests} requests reached a process, and a save was visible after ${crowd.visibleMilliseconds.toFixed(0)} ms.`,
    `Acknowledged saves, all found afterwards: ${saves}.`,
    `Failed requests: ${failures.length}.`,
    ...failures.slice(0, shownFailures).map(formatFailure),
    ...warnings.map((warning) => `Log of the service: ${warning}`),
  ].join("\n");
}

function formatFailure({ kind, stretch, reason }: Measurements["failures"][number]): string {
  return `  ${kind}, ${titles[stretch]}: ${reason.replace(/\s+/g, " ").slice(0, 160)}`;
}

function formatRow(row: LoadRow): string {
  const { p50Milliseconds, p95Milliseconds, p99Milliseconds, slowestMilliseconds } = row;
  const times = [p50Milliseconds, p95Milliseconds, p99Milliseconds, slowestMilliseconds];
  return formatLine(row.name, [
    String(row.requests),
    row.perSecond.toFixed(0),
    ...times.map((milliseconds) => milliseconds?.toFixed(1) ?? "–"),
    String(row.failed),
  ]);
}

function formatLine(name: string, cells: readonly string[]): string {
  return name.padEnd(28) + cells.map((cell) => cell.padStart(10)).join("");
}

import type { MemoryFigures } from "./memory/measureMemory.ts";
import type { OverloadFigures } from "./overload/measureOverload.ts";
import type { ReadRow } from "./reads/measureReads.ts";
import type { SaveRow } from "./saves/measureSaves.ts";

/** Figures of one run. */
export interface Figures {
  reads?: ReadRow[];
  memory?: MemoryFigures;
  saves?: SaveRow[];
  overload?: OverloadFigures;
}

/** Formats the report for a terminal of 100 columns. */
export function formatFigures({ reads, memory, saves, overload }: Figures): string {
  const blocks: string[] = [];
  if (reads !== undefined) blocks.push(formatReads(reads));
  if (memory !== undefined) blocks.push(formatMemory(memory));
  if (saves !== undefined) blocks.push(formatSaves(saves));
  if (overload !== undefined) blocks.push(formatOverload(overload));
  return blocks.join("\n\n");
}

function formatReads(rows: readonly ReadRow[]): string {
  const sections = Object.entries(Object.groupBy(rows, ({ question }) => question));
  const blocks = sections.map(([question, lines = []]) => {
    const head = formatLine(question, ["CPU µs", "× same headers", "±", "× body only"]);
    return [head, ...lines.map(formatRead)].join("\n");
  });
  return blocks.join("\n\n");
}

function formatRead(row: ReadRow): string {
  const { name, microseconds, timesSameHeaders, timesBodyOnly, spread } = row;
  const cells = [
    microseconds.toFixed(1),
    timesSameHeaders.toFixed(2),
    `${(spread * 100).toFixed(0)} %`,
    timesBodyOnly.toFixed(2),
  ];
  return formatLine(`  ${name}`, cells);
}

function formatMemory(figures: MemoryFigures): string {
  const { stories, storyBytes, startBytes, passBytes, searchBytes, mostBytes } = figures;
  const line = (name: string, bytes: number) =>
    formatLine(`  ${name}`, [`${(bytes / 1e6).toFixed(0)} MB`]);
  return [
    `Resident memory of the build, ${stories.toLocaleString("en")} stories of ${storyBytes / 1024} KiB read in random order`,
    line("at the start", startBytes),
    ...passBytes.map((bytes, index) => line(`after reading all, ${index + 1} ×`, bytes)),
    line("after a search", searchBytes),
    line("most", mostBytes),
  ].join("\n");
}

function formatSaves(rows: readonly SaveRow[]): string {
  const stores = Object.entries(Object.groupBy(rows, ({ store }) => store));
  const heads = ["p50 ms", "× floor", "p99 ms", "saves/s", "× floor", "list ms"];
  const blocks = stores.map(([store, lines = []]) =>
    [
      formatLine(`Saves, ${store}`, heads),
      ...lines.map((row) => formatSave(row, lines)),
      formatLine("  p50, from fewest to most", [`× ${growthOf(lines).toFixed(2)}`]),
    ].join("\n"),
  );
  return blocks.join("\n\n");
}

function formatSave(row: SaveRow, rows: readonly SaveRow[]): string {
  const floor = rows.find(({ stories }) => stories === undefined) ?? row;
  const { stories } = row;
  return formatLine(
    `  ${stories === undefined ? "floor" : `${stories.toLocaleString("en")} stories`}`,
    [
      row.p50Milliseconds.toFixed(2),
      (row.p50Milliseconds / floor.p50Milliseconds).toFixed(2),
      row.p99Milliseconds.toFixed(2),
      row.savesPerSecond.toFixed(0),
      (row.savesPerSecond / floor.savesPerSecond).toFixed(2),
      row.listMilliseconds?.toFixed(2) ?? "–",
    ],
  );
}

function formatOverload(figures: OverloadFigures): string {
  const { times, offeredPerSecond, acceptedPerSecond, refusedPerSecond } = figures;
  const line = (name: string, perSecond: number | undefined, ...milliseconds: Cell[]) =>
    formatLine(
      name,
      [perSecond, ...milliseconds].map((cell) => cell?.toFixed(1) ?? "–"),
    );
  return [
    formatLine(`Too many saves: ${times} × a core's`, ["per second", "p50 ms", "p99 ms"]),
    line("  saves that arrive", offeredPerSecond, undefined, undefined),
    line("  accepted", acceptedPerSecond, undefined, figures.acceptedP99Milliseconds),
    line("  refused with 503", refusedPerSecond, undefined, figures.refusedP99Milliseconds),
    line("  reads meanwhile", undefined, figures.readP50Milliseconds, figures.readP99Milliseconds),
    line("  reads without saves", undefined, undefined, figures.quietReadP99Milliseconds),
    formatLine("  CPU time of a save, ms", [figures.saveCpuMilliseconds.toFixed(2)]),
    formatLine("  other responses", [String(figures.otherAnswers)]),
  ].join("\n");
}

type Cell = number | undefined;

/** Returns the ratio of the median save in the fullest store to that in the emptiest. */
export function growthOf(rows: readonly SaveRow[]): number {
  const stores = rows.filter(({ stories }) => stories !== undefined);
  const [fewest, most] = [stores.at(0), stores.at(-1)];
  if (fewest === undefined || most === undefined) throw new Error("No store was measured.");
  return most.p50Milliseconds / fewest.p50Milliseconds;
}

function formatLine(name: string, cells: readonly string[]): string {
  const width = Math.max(10, ...cells.map((cell) => cell.length + 2));
  return name.padEnd(34) + cells.map((cell) => cell.padStart(width)).join("");
}

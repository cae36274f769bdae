import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Measurement } from "./scenarios.ts";

const snapshotFile = join(import.meta.dirname, "gas.snapshot.json");

/** Figures by section and name. */
type Snapshot = Record<string, Record<string, number | undefined>>;

/** Tolerated relative deviation from the snapshot. */
const tolerance = 0.005;

/** Writes the figures to the committed snapshot. */
export async function writeSnapshot(rows: readonly Measurement[]): Promise<void> {
  const snapshot: Snapshot = {};
  for (const { section, name, figure } of rows) {
    snapshot[section] = { ...snapshot[section], [name]: figure };
  }
  await writeFile(snapshotFile, `${JSON.stringify(snapshot, null, 2)}\n`);
}

/**
 * Compares measured rows with the snapshot; ignores the snapshot's other rows. @returns one sentence per difference.
 */
export async function compareWithSnapshot(rows: readonly Measurement[]): Promise<string[]> {
  // Only `writeSnapshot` writes the file.
  const snapshot: Snapshot = JSON.parse(await readFile(snapshotFile, "utf8"));
  return rows.flatMap(({ section, name, figure = Number.NaN }) => {
    const saved = snapshot[section]?.[name];
    if (saved === undefined) return [`${section}, ${name}: not in the snapshot.`];
    if (Math.abs(figure - saved) <= tolerance * saved) return [];
    const percent = Math.abs((figure / saved - 1) * 100).toFixed(1);
    const than = `${percent} % ${figure > saved ? "above" : "below"} the snapshot's`;
    return [`${section}, ${name}: ${format(figure)}, ${than} ${format(saved)}.`];
  });
}

/**
 * Formats each contract's measurements, by title, for a terminal with 100 columns. All contracts
 * have the same rows, and the same floors, because the calldata is identical.
 */
export function formatReport(measured: ReadonlyMap<string, readonly Measurement[]>): string {
  const [ours = []] = measured.values();
  const rows = ours.map(({ section, name, floor }, index) => {
    const figures = [...measured.values()].map((each) => each[index]?.figure);
    return { section, name, floor, figures };
  });
  const blocks = [...Map.groupBy(rows, ({ section }) => section)].map(([section, lines]) => {
    const hasFloor = lines[0]?.floor !== undefined;
    const line = (name: string, cells: readonly string[]) =>
      name.padEnd(30) + cells.map((cell) => cell.padStart(10)).join("");
    return [
      line(section, [...(hasFloor ? ["floor"] : []), ...measured.keys()]),
      ...lines.map(({ name, floor, figures }) =>
        line(`  ${name}`, [...(hasFloor ? [floor] : []), ...figures].map(format)),
      ),
    ].join("\n");
  });
  return [...blocks, formatCheaperPeers([...measured.keys()], rows)].join("\n\n");
}

/**
 * Lists the sections in which a peer is at least 1 % cheaper than our contract, the first one: per
 * section, the row with the largest ratio, both figures and the peer.
 */
function formatCheaperPeers(
  [ours = "", ...peers]: readonly string[],
  rows: readonly { section: string; name: string; figures: readonly (number | undefined)[] }[],
): string {
  const line = (name: string, own: string, figure: string, peer: string) =>
    `${name.padEnd(62) + own.padStart(12) + figure.padStart(12)}  ${peer}`;
  const differences = rows.flatMap(({ section, name, figures: [own = 0, ...others] }) =>
    others.map((figure = Number.POSITIVE_INFINITY, index) => {
      const text = line(`  ${section}: ${name}`, format(own), format(figure), peers[index] ?? "");
      return { section, ratio: own / figure, text };
    }),
  );
  const cheaper = differences.filter(({ ratio }) => ratio >= 1.01);
  const largest = [...Map.groupBy(cheaper, ({ section }) => section).values()].map((all) =>
    all.reduce((a, b) => (b.ratio > a.ratio ? b : a)),
  );
  const head = line("Largest difference to a cheaper peer", ours, "peer's", "peer");
  return largest.length === 0 ? "" : [head, ...largest.map(({ text }) => text)].join("\n");
}

function format(figure: number | undefined): string {
  return figure?.toLocaleString("en") ?? "–";
}

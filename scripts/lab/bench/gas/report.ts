import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Measurement } from "./scenarios.ts";
import type { Subject } from "./subjects.ts";

const snapshotFile = join(import.meta.dirname, "gas.snapshot.json");

/** Tolerated relative deviation from the snapshot. */
const tolerance = 0.005;

/** Writes these figures to the committed snapshot. */
export async function writeSnapshot(rows: readonly Measurement[]): Promise<void> {
  const snapshot: Record<string, Record<string, number | undefined>> = {};
  for (const { section, name, figure } of rows) {
    snapshot[section] = { ...snapshot[section], [name]: figure };
  }
  await writeFile(snapshotFile, `${JSON.stringify(snapshot, null, 2)}\n`);
}

/** Compares measured rows with the snapshot; ignores its other rows. @returns a sentence for each that differs. */
export async function compareWithSnapshot(rows: readonly Measurement[]): Promise<string[]> {
  // Safety: only `writeSnapshot` writes the file.
  const snapshot = JSON.parse(await readFile(snapshotFile, "utf8")) as Record<
    string,
    Record<string, number>
  >;
  return rows.flatMap(({ section, name, figure = Number.NaN, unit = "gas" }) => {
    const saved = snapshot[section]?.[name];
    if (saved === undefined) return [`${section}, ${name}: not in the snapshot.`];
    if (Math.abs(figure - saved) <= tolerance * saved) return [];
    const percent = Math.abs((figure / saved - 1) * 100).toFixed(1);
    const than = `${percent} % ${figure > saved ? "above" : "below"} the snapshot's`;
    return [`${section}, ${name}: ${format(figure)} ${unit}, ${than} ${format(saved)}.`];
  });
}

/** One line of the report: one measurement on each contract, in the order of the contracts. */
interface Row extends Omit<Measurement, "figure"> {
  figures: (number | undefined)[];
}

/** Formats the report for a terminal of 100 columns. */
export function formatReport(
  measured: readonly { subject: Subject; rows: readonly Measurement[] }[],
): string {
  // The floors are the same for every contract, because its calldata is identical.
  const rows = (measured[0]?.rows ?? []).map(({ figure: _, ...row }): Row => {
    const isSame = ({ section, name }: Measurement) => section === row.section && name === row.name;
    return { ...row, figures: measured.map((each) => each.rows.find(isSame)?.figure) };
  });
  const titles = measured.map(({ subject }) => subject.title);
  const blocks = [...Map.groupBy(rows, ({ section }) => section)].map(([section, lines]) =>
    formatBlock(section, titles, lines),
  );
  const notes = measured.map(({ subject }) => `${subject.title.padEnd(10)} ${subject.note}`);
  const all = [...blocks, notes.join("\n"), formatCheaperPeers(titles, rows)];
  return all.filter((part) => part !== "").join("\n\n");
}

function formatBlock(title: string, titles: readonly string[], rows: readonly Row[]): string {
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(30) + cells.map((cell) => cell.padStart(10)).join("");
  const cell = (figure: number | undefined) => (figure === undefined ? "–" : format(figure));
  const lines = rows.map(({ name, unit, floor, figures }) => {
    const cells = floor === undefined ? figures : [floor, ...figures];
    return line(`  ${name}${unit === undefined ? "" : `, ${unit}`}`, cells.map(cell));
  });
  const heads = rows.some(({ floor }) => floor !== undefined) ? ["floor", ...titles] : titles;
  return [line(title, heads), ...lines].join("\n");
}

/**
 * Lists the sections in which a peer is at least 1 % cheaper than the first contract, ours: of each, the row with the
 * largest ratio, both figures and the peer. Empty if there is none.
 */
function formatCheaperPeers([ours = "", ...peers]: readonly string[], rows: readonly Row[]) {
  const differences = rows.flatMap(({ section, name, figures: [own = 0, ...others] }) =>
    peers.flatMap((peer, index) => {
      const figure = others[index] ?? Number.POSITIVE_INFINITY;
      return own < 1.01 * figure ? [] : [{ section, name, own, peer, figure }];
    }),
  );
  const line = (name: string, own: string, figure: string, peer: string) =>
    `${name.padEnd(62) + own.padStart(12) + figure.padStart(12)}  ${peer}`;
  const sections = Map.groupBy(differences, ({ section }) => section);
  const lines = [...sections.values()].flatMap((all) => {
    const [largest] = all.toSorted((a, b) => b.own / b.figure - a.own / a.figure);
    if (largest === undefined) return [];
    const { section, name, own, peer, figure } = largest;
    return line(`  ${section}: ${name}`, format(own), format(figure), peer);
  });
  if (lines.length === 0) return "";
  const head = line("Largest difference to a cheaper peer", ours, "peer's", "peer");
  return [head, ...lines].join("\n");
}

function format(figure: number): string {
  return figure.toLocaleString("en");
}

import { ownTransactionSlot } from "./floor.ts";
import type { Measurement } from "./measurement.ts";
import type { Subject } from "./subjects.ts";

/** One line of the report: one measurement on each contract. */
export interface Row extends Omit<Measurement, "figure"> {
  /** By title of the contract; null if it lacks the function. */
  figures: Record<string, number | null>;
}

/** The floor, and the floor of a contract with a slot for each transaction ID. */
const floors = {
  "× floor": 0,
  [`× floor + ${ownTransactionSlot.toLocaleString("en")}`]: ownTransactionSlot,
};

const nameWidth = 30;
const columnWidth = 10;

/** Joins the measurements of several contracts, which have the same rows in the same order. */
export function joinMeasurements(
  measured: readonly { subject: Subject; rows: readonly Measurement[] }[],
): Row[] {
  return (measured[0]?.rows ?? []).map(({ figure: _, ...row }, index) => {
    const figures = measured.map(({ subject, rows }) => {
      const other = rows[index];
      // All share a floor because their calldata is identical.
      if (other?.name !== row.name || other.floor !== row.floor) {
        throw new Error(
          `${subject.title} has a different row or floor: ${row.section}, ${row.name}.`,
        );
      }
      return [subject.title, other.figure ?? null] as const;
    });
    return { ...row, figures: Object.fromEntries(figures) };
  });
}

/** Formats the report for a terminal of 100 columns. */
export function formatGasReport(subjects: readonly Subject[], rows: readonly Row[]): string {
  const sections = Object.entries(Object.groupBy(rows, ({ section }) => section));
  const blocks = sections.flatMap(([section, lines = []]) => {
    const gas = formatBlock(subjects, section, lines, (figure) => figure.toLocaleString("en"));
    if (lines.every(({ floor }) => floor === undefined)) return [gas];
    const overFloors = Object.entries(floors).map(([title, extra]) =>
      formatBlock(subjects, `${section}, ${title}`, lines.map(overFloor(extra)), (ratio) =>
        ratio.toFixed(3),
      ),
    );
    return [gas, ...overFloors];
  });
  const notes = subjects.map(({ title, note }) => `${title.padEnd(columnWidth)} ${note}`);
  return [...blocks, notes.join("\n")].join("\n\n");
}

/** Returns a function that returns a row with its figures as multiples of the floor plus `extra`. */
function overFloor(extra: number) {
  return ({ floor, figures, ...row }: Row): Row => {
    if (floor === undefined) throw new Error(`${row.section}, ${row.name} has no floor.`);
    const ratios = Object.entries(figures).map(([title, figure]) => [
      title,
      figure === null ? null : figure / (floor + extra),
    ]);
    return { ...row, figures: Object.fromEntries(ratios) };
  };
}

function formatBlock(
  subjects: readonly Subject[],
  title: string,
  rows: readonly Row[],
  format: (figure: number) => string,
): string {
  const withFloor = rows.some(({ floor }) => floor !== undefined);
  const heads = subjects.map((subject) => subject.title);
  const lines = rows.map(({ name, unit, floor, figures }) => {
    const cells = heads.map((head) => figures[head] ?? null);
    return formatLine(`  ${name}${unit === undefined ? "" : `, ${unit}`}`, [
      ...(floor === undefined ? [] : [format(floor)]),
      ...cells.map((figure) => (figure === null ? "–" : format(figure))),
    ]);
  });
  return [formatLine(title, [...(withFloor ? ["floor"] : []), ...heads]), ...lines].join("\n");
}

function formatLine(name: string, cells: readonly string[]): string {
  return name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(columnWidth)).join("");
}

/** Least ratio of our figure to a peer's that counts as a difference. */
const minRatio = 1.01;

/**
 * Lists the sections in which a peer is at least 1 % cheaper than the first subject, ours: of each, the row with the
 * largest ratio, both figures and the peer. Empty if there is none.
 */
export function formatCheaperPeers(subjects: readonly Subject[], rows: readonly Row[]): string {
  const [ours = "", ...peers] = subjects.map(({ title }) => title);
  const differences = rows.flatMap(({ section, name, figures }) =>
    peers.flatMap((peer) => {
      const [own, figure] = [figures[ours] ?? 0, figures[peer] ?? Number.POSITIVE_INFINITY];
      return own < minRatio * figure ? [] : [{ section, name, own, peer, figure }];
    }),
  );
  const line = (name: string, own: string, figure: string, peer: string) =>
    `${name.padEnd(62) + own.padStart(12) + figure.padStart(12)}  ${peer}`;
  const sections = Map.groupBy(differences, ({ section }) => section);
  const lines = [...sections].flatMap(([section, all]) => {
    const [largest] = all.toSorted((a, b) => b.own / b.figure - a.own / a.figure);
    if (largest === undefined) return [];
    const { name, own, peer, figure } = largest;
    const cells = [own, figure].map((gas) => gas.toLocaleString("en")) as [string, string];
    return line(`  ${section}: ${name}`, ...cells, peer);
  });
  if (lines.length === 0) return "";
  return [line("Largest difference to a cheaper peer", ours, "peer's", "peer"), ...lines].join(
    "\n",
  );
}

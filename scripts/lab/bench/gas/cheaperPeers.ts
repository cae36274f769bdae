import type { Subject } from "./subjects.ts";
import type { Row } from "./table.ts";

/** Least ratio of our figure to a peer's that counts as a difference. */
const leastRatio = 1.01;

interface Difference {
  row: Row;
  own: number;
  peer: string;
  figure: number;
}

/**
 * Lists the sections in which a peer is at least 1 % cheaper than the first subject, ours: of each, the row with the
 * largest ratio, both figures and the peer. Empty if there is none.
 */
export function formatCheaperPeers(subjects: readonly Subject[], rows: readonly Row[]): string {
  const [ours, ...peers] = subjects.map(({ title }) => title);
  if (ours === undefined) return "";
  const differences = rows.flatMap((row) => {
    const own = row.figures[ours] ?? null;
    return peers.flatMap((peer): Difference[] => {
      const figure = row.figures[peer] ?? null;
      if (own === null || figure === null || own < leastRatio * figure) return [];
      return [{ row, own, peer, figure }];
    });
  });
  const sections = Object.values(Object.groupBy(differences, ({ row }) => row.section));
  if (sections.length === 0) return "";
  const lines = sections.map((inSection = []) => {
    const [largest] = inSection.toSorted((a, b) => b.own / b.figure - a.own / a.figure);
    if (largest === undefined) throw new Error("A section without differences was grouped.");
    const { row, own, peer, figure } = largest;
    return formatLine(
      `  ${row.section}: ${row.name}`,
      own.toLocaleString("en"),
      figure.toLocaleString("en"),
      peer,
    );
  });
  return [
    formatLine("Largest difference to a cheaper peer", ours, "peer's", "peer"),
    ...lines,
  ].join("\n");
}

function formatLine(name: string, own: string, figure: string, peer: string): string {
  return `${name.padEnd(62) + own.padStart(12) + figure.padStart(12)}  ${peer}`;
}

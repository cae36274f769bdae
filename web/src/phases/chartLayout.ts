import { countIds } from "#protocol/sale/phaseRange";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";

/** Maps an ID to its position in the picture, in percent of the width. */
export type Scale = (id: bigint) => number;

/** Width of the shortest segment; longer ones get more for each factor of ten. */
const leastWeight = 1.2;
/** Width of every gap, whatever its length. */
const gapWeight = 1;

/** Creates a scale for all rows on which every segment is visible; widths are not proportional to lengths. */
export function createScale(rows: readonly (readonly PhaseSegment[])[]): Scale {
  const points = boundaries(rows.flat());
  const weights = points
    .slice(1)
    .map((end, index) => weigh(points[index] ?? end, end, rows.flat()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const places = new Map<bigint, number>();
  let sum = 0;
  for (const [index, point] of points.entries()) {
    places.set(point, (100 * sum) / (total || 1));
    sum += weights[index] ?? 0;
  }
  return (id) => places.get(id) ?? 0;
}

/** Returns the maximum number of pieces, which decides whether the picture fits a phone. */
export function countPieces(rows: readonly (readonly PhaseSegment[])[]): number {
  return Math.max(0, boundaries(rows.flat()).length - 1);
}

function weigh(startingPoint: bigint, endPoint: bigint, segments: readonly PhaseSegment[]): number {
  const isGap = segments
    .filter((each) => each.startingPoint < endPoint && each.endPoint > startingPoint)
    .every(({ kind }) => kind === "gap");
  if (isGap) return gapWeight;
  return leastWeight + Math.log10(Number(countIds({ startingPoint, endPoint })));
}

function boundaries(segments: readonly PhaseSegment[]): bigint[] {
  const points = segments.flatMap(({ startingPoint, endPoint }) => [startingPoint, endPoint]);
  return [...new Set(points)].sort((a, b) => Number(a - b));
}

/** Merges adjacent segments of one phase, as the extent of its name. */
export function runsOfPhases(segments: readonly PhaseSegment[]) {
  const runs: { name: string; startingPoint: bigint; endPoint: bigint }[] = [];
  for (const { kind, names, startingPoint, endPoint } of segments) {
    const [name] = names;
    if ((kind !== "minted" && kind !== "open") || name === undefined) continue;
    const last = runs.at(-1);
    if (last?.name === name && last.endPoint === startingPoint) last.endPoint = endPoint;
    else runs.push({ name, startingPoint, endPoint });
  }
  return runs;
}

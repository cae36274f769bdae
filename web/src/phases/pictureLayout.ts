import { countIds } from "#protocol/sale/phaseRange";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";

/** Positions of ids in the picture, in percent of its width. */
export type Scale = (id: bigint) => number;

/** Ids that more than nothing can be said of get this much width, and more for each ten-fold. */
const leastWeight = 1.2;
/** All gaps are alike, however long. */
const gapWeight = 1;

/** A scale that all rows share and on which every segment can be seen: it is not true to their lengths. */
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

/** How many pieces the picture has at most: what decides whether it still fits on a page. */
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
  return [...new Set(points)].sort((a, b) => (a < b ? -1 : 1));
}

/** Neighbouring segments of one phase alone, over which its name is written. */
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

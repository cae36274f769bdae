import { ascending, larger, smaller } from "#protocol/values/bigints";

/** A phase's IDs: [startingPoint, endPoint). */
export interface PhaseRange {
  name: string;
  startingPoint: bigint;
  endPoint: bigint;
}

type Ids = Pick<PhaseRange, "startingPoint" | "endPoint">;

/** Returns the quoted name, or a description for a new collection's unnamed first phase. */
export function phaseTitle(name: string): string {
  return name === "" ? "The unnamed phase" : `“${name}”`;
}

/** Returns the number of IDs; 0 if the end is not past the start. */
export function countIds({ startingPoint, endPoint }: Ids): bigint {
  return larger(endPoint - startingPoint, 0n);
}

/** Formats IDs as `1–48`, `7` or `no IDs`. */
export function describeIds({ startingPoint, endPoint }: Ids): string {
  const count = countIds({ startingPoint, endPoint });
  if (count === 0n) return "no IDs";
  return count === 1n ? `${startingPoint}` : `${startingPoint}–${endPoint - 1n}`;
}

/** Returns the intersection of two ranges. */
export function sharedIds(one: Ids, other: Ids): Ids {
  const startingPoint = larger(one.startingPoint, other.startingPoint);
  const endPoint = smaller(one.endPoint, other.endPoint);
  return { startingPoint, endPoint: larger(startingPoint, endPoint) };
}

export function overlap(one: Ids, other: Ids): boolean {
  return countIds(sharedIds(one, other)) > 0n;
}

export function isSameRange(one: Ids, other: Ids): boolean {
  return one.startingPoint === other.startingPoint && one.endPoint === other.endPoint;
}

/** Compares two ranges by their IDs, for `sort`. */
export function compareById(one: Ids, other: Ids): number {
  return (
    ascending(one.startingPoint, other.startingPoint) || ascending(one.endPoint, other.endPoint)
  );
}

import { ascending } from "#protocol/values/bigints";
import { countIds, type PhaseRange } from "./phaseRange.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** A run of consecutive IDs of the same kind. */
export interface PhaseSegment {
  startingPoint: bigint;
  endPoint: bigint;
  /** `lost`: minted IDs outside their phase, which the contract never allows. */
  kind: "minted" | "open" | "gap" | "overlap" | "lost";
  /** Phases that contain these IDs; for `lost` IDs, the phases that minted them. */
  names: string[];
}

/**
 * Divides the IDs from the first phase to the last into segments, in order.
 *
 * @param phases ranges to show.
 * @param onChain phases on chain, which retain their minted IDs in any draft.
 */
export function segmentPhases(
  phases: readonly PhaseRange[],
  onChain: readonly PhaseFacts[],
): PhaseSegment[] {
  const ranges = phases.filter((phase) => countIds(phase) > 0n);
  const minted = mintedRanges(onChain);
  const segments: PhaseSegment[] = [];
  for (const [startingPoint, endPoint] of consecutivePairs(boundaries([...ranges, ...minted]))) {
    const has = (range: PhaseRange) =>
      range.startingPoint <= startingPoint && range.endPoint >= endPoint;
    const owners = ranges.filter(has).map(({ name }) => name);
    const minters = minted.filter(has).map(({ name }) => name);
    const segment = { startingPoint, endPoint, ...classify(owners, minters) };
    const last = segments.at(-1);
    if (last && isSameKind(last, segment)) last.endPoint = endPoint;
    else segments.push(segment);
  }
  return segments;
}

/** Returns each phase's minted range. */
function mintedRanges(onChain: readonly PhaseFacts[]): PhaseRange[] {
  return onChain
    .map(({ name, startingPoint, currentCount }) => ({
      name,
      startingPoint,
      endPoint: startingPoint + currentCount,
    }))
    .filter((range) => countIds(range) > 0n);
}

function classify(owners: string[], minters: string[]): Pick<PhaseSegment, "kind" | "names"> {
  if (owners.length > 1) return { kind: "overlap", names: owners };
  const stray = minters.filter((name) => !owners.includes(name));
  if (stray.length > 0) return { kind: "lost", names: stray };
  if (owners.length === 0) return { kind: "gap", names: [] };
  return { kind: minters.length > 0 ? "minted" : "open", names: owners };
}

function boundaries(ranges: readonly PhaseRange[]): bigint[] {
  const points = ranges.flatMap(({ startingPoint, endPoint }) => [startingPoint, endPoint]);
  return [...new Set(points)].sort(ascending);
}

function consecutivePairs(points: readonly bigint[]): [bigint, bigint][] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}

function isSameKind(one: PhaseSegment, other: PhaseSegment): boolean {
  return one.kind === other.kind && one.names.join("\0") === other.names.join("\0");
}

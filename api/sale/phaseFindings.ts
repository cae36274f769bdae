import { formatCount } from "#protocol/values/bigints";
import { noun, nouns } from "#protocol/values/noun";
import {
  countIds,
  describeIds,
  overlap,
  type PhaseRange,
  phaseTitle,
  sharedIds,
} from "./phaseRange.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** An error or a warning about drafted phases. */
export interface PhaseFinding {
  kind: "reversed" | "tooLong" | "overlap" | "startMoved" | "endBelowMinted" | "overCap" | "gap";
  /** Whether the contract rejects the phases; otherwise, the finding is a warning. */
  isRejected: boolean;
  /** Sentences that describe the finding and its fix. */
  text: string;
  /** Names of the affected phases. */
  phases: string[];
}

interface Draft {
  /** All phases after the calls, sorted by ID. */
  wanted: readonly PhaseRange[];
  /** All phases on the chain. */
  onChain: readonly PhaseFacts[];
  maxSupply: bigint;
}

/** Finds errors that the contract would reject, and warnings. */
export function findInPhases(draft: Draft): PhaseFinding[] {
  return [
    ...findReversed(draft),
    ...findTooLong(draft),
    ...findExcludingMinted(draft),
    ...findOverlaps(draft),
    ...findOverCap(draft),
    ...findGaps(draft),
  ];
}

/** Creates a finding that makes the contract reject the phases. */
function rejected(kind: PhaseFinding["kind"], text: string, ...phases: string[]): PhaseFinding {
  return { kind, isRejected: true, text, phases };
}

function findReversed({ wanted }: Draft): PhaseFinding[] {
  return wanted
    .filter(({ startingPoint, endPoint }) => endPoint < startingPoint)
    .map(({ name, startingPoint, endPoint }) => {
      const text = `${phaseTitle(name)} would end at ${endPoint}, before it starts at ${startingPoint}. Swap the two.`;
      return rejected("reversed", text, name);
    });
}

function findTooLong({ wanted, maxSupply }: Draft): PhaseFinding[] {
  return wanted
    .filter((phase) => countIds(phase) > maxSupply)
    .map((phase) => {
      const text = `${phaseTitle(phase.name)} would have ${formatCount(countIds(phase))} IDs, more than the maximum supply of ${formatCount(maxSupply)}. Shorten it.`;
      return rejected("tooLong", text, phase.name);
    });
}

function findExcludingMinted({ wanted, onChain }: Draft): PhaseFinding[] {
  return onChain.flatMap(({ name, startingPoint, currentCount }) => {
    const phase = wanted.find((each) => each.name === name);
    if (!phase || currentCount === 0n) return [];
    const minted = `its ${formatCount(currentCount)} minted ${currentCount === 1n ? noun : nouns}`;
    if (phase.startingPoint !== startingPoint) {
      const text = `${phaseTitle(name)} would start at ${phase.startingPoint}, without ${minted}. Keep its start at ${startingPoint}.`;
      return [rejected("startMoved", text, name)];
    }
    const minEnd = startingPoint + currentCount;
    if (phase.endPoint >= minEnd) return [];
    const text = `${phaseTitle(name)} would end below ${minted}. End it at ${minEnd} or later.`;
    return [rejected("endBelowMinted", text, name)];
  });
}

function findOverlaps({ wanted }: Draft): PhaseFinding[] {
  const sorted = filterPhasesWithIds(wanted);
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => {
        const text = `${phaseTitle(one.name)} and ${phaseTitle(other.name)} would share ${formatIdRange(sharedIds(one, other))}. Move or shorten one of them.`;
        return rejected("overlap", text, one.name, other.name);
      }),
  );
}

function findOverCap({ wanted, maxSupply }: Draft): PhaseFinding[] {
  const idCount = wanted.reduce((sum, phase) => sum + countIds(phase), 0n);
  if (idCount <= maxSupply) return [];
  const text = `Together the phases have ${formatCount(idCount)} IDs, more than the maximum supply of ${formatCount(maxSupply)}. The contract allows it, but minting stops at ${formatCount(maxSupply)}.`;
  return [{ kind: "overCap", isRejected: false, text, phases: [] }];
}

function findGaps({ wanted }: Draft): PhaseFinding[] {
  const findings: PhaseFinding[] = [];
  let before: PhaseRange | undefined;
  for (const phase of filterPhasesWithIds(wanted)) {
    if (before && before.endPoint < phase.startingPoint) {
      const gap = { startingPoint: before.endPoint, endPoint: phase.startingPoint };
      const phases = [before.name, phase.name];
      const text = `No phase has ${formatIdRange(gap)}, between ${phaseTitle(before.name)} and ${phaseTitle(phase.name)}. Gaps are allowed; nobody can mint these IDs.`;
      findings.push({ kind: "gap", isRejected: false, text, phases });
    }
    if (!before || phase.endPoint > before.endPoint) before = phase;
  }
  return findings;
}

function filterPhasesWithIds(phases: readonly PhaseRange[]): PhaseRange[] {
  return phases.filter((phase) => countIds(phase) > 0n);
}

function formatIdRange(ids: Parameters<typeof describeIds>[0]): string {
  return `the ${countIds(ids) === 1n ? "ID" : "IDs"} ${describeIds(ids)}`;
}

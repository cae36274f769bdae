import {
  countIds,
  describeIds,
  overlap,
  type PhaseRange,
  phaseTitle,
  sharedIds,
} from "./phaseRange.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** Error or warning about drafted phases. */
export interface PhaseFinding {
  kind: "reversed" | "tooLong" | "overlap" | "startMoved" | "endBelowMinted" | "overCap" | "gap";
  /** Whether the contract rejects it; otherwise it is a warning. */
  isRefused: boolean;
  /** Sentences: the finding, and how to fix it. */
  text: string;
  /** Names of the phases concerned. */
  phases: string[];
}

interface Draft {
  /** Every phase after the calls, by IDs. */
  wanted: readonly PhaseRange[];
  /** Every phase on the chain. */
  onChain: readonly PhaseFacts[];
  maxSupply: bigint;
}

/** Finds errors that the contract would reject, and warnings. */
export function findInPhases(draft: Draft): PhaseFinding[] {
  return [
    ...findReversed(draft),
    ...findTooLong(draft),
    ...findMovedOffMinted(draft),
    ...findOverlaps(draft),
    ...findOverCap(draft),
    ...findGaps(draft),
  ];
}

function findReversed({ wanted }: Draft): PhaseFinding[] {
  return wanted
    .filter(({ startingPoint, endPoint }) => endPoint < startingPoint)
    .map(({ name, startingPoint, endPoint }) => ({
      kind: "reversed",
      isRefused: true,
      text: `${phaseTitle(name)} would end at ${endPoint}, before it begins at ${startingPoint}. Swap the two.`,
      phases: [name],
    }));
}

function findTooLong({ wanted, maxSupply }: Draft): PhaseFinding[] {
  return wanted
    .filter((phase) => countIds(phase) > maxSupply)
    .map((phase) => ({
      kind: "tooLong",
      isRefused: true,
      text: `${phaseTitle(phase.name)} would have ${counted(countIds(phase))} IDs, more than the maximum supply of ${counted(maxSupply)}. Shorten it.`,
      phases: [phase.name],
    }));
}

function findMovedOffMinted({ wanted, onChain }: Draft): PhaseFinding[] {
  return onChain
    .filter(({ currentCount }) => currentCount > 0n)
    .flatMap(({ name, startingPoint, currentCount }): PhaseFinding[] => {
      const phase = wanted.find((each) => each.name === name);
      if (!phase) return [];
      const minted = `its ${counted(currentCount)} minted ${currentCount === 1n ? "drifter" : "drifters"}`;
      const least = startingPoint + currentCount;
      if (phase.startingPoint !== startingPoint) {
        return [
          {
            kind: "startMoved",
            isRefused: true,
            text: `${phaseTitle(name)} would begin at ${phase.startingPoint}, away from ${minted}. Keep its start at ${startingPoint}.`,
            phases: [name],
          },
        ];
      }
      if (phase.endPoint >= least) return [];
      return [
        {
          kind: "endBelowMinted",
          isRefused: true,
          text: `${phaseTitle(name)} would end below ${minted}. End it at ${least} or later.`,
          phases: [name],
        },
      ];
    });
}

function findOverlaps({ wanted }: Draft): PhaseFinding[] {
  const sorted = withIds(wanted);
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => ({
        kind: "overlap" as const,
        isRefused: true,
        text: `${phaseTitle(one.name)} and ${phaseTitle(other.name)} would share ${theIds(sharedIds(one, other))}. Move or shorten one of them.`,
        phases: [one.name, other.name],
      })),
  );
}

function findOverCap({ wanted, maxSupply }: Draft): PhaseFinding[] {
  const promised = wanted.reduce((sum, phase) => sum + countIds(phase), 0n);
  if (promised <= maxSupply) return [];
  return [
    {
      kind: "overCap",
      isRefused: false,
      text: `Together the phases have ${counted(promised)} IDs, more than the maximum supply of ${counted(maxSupply)}. The contract allows it, but minting stops at ${counted(maxSupply)}.`,
      phases: [],
    },
  ];
}

function findGaps({ wanted }: Draft): PhaseFinding[] {
  const findings: PhaseFinding[] = [];
  let before: PhaseRange | undefined;
  for (const phase of withIds(wanted)) {
    if (before && before.endPoint < phase.startingPoint) {
      const gap = { startingPoint: before.endPoint, endPoint: phase.startingPoint };
      findings.push({
        kind: "gap",
        isRefused: false,
        text: `No phase has ${theIds(gap)}, between ${phaseTitle(before.name)} and ${phaseTitle(phase.name)}. Gaps are allowed; nobody can mint these IDs.`,
        phases: [before.name, phase.name],
      });
    }
    if (!before || phase.endPoint > before.endPoint) before = phase;
  }
  return findings;
}

function withIds(phases: readonly PhaseRange[]): PhaseRange[] {
  return phases.filter((phase) => countIds(phase) > 0n);
}

/** Formats a quantity with thousands separators; IDs have none. */
function counted(number: bigint): string {
  return number.toLocaleString("en");
}

function theIds(ids: Parameters<typeof describeIds>[0]): string {
  return `the ${countIds(ids) === 1n ? "ID" : "IDs"} ${describeIds(ids)}`;
}

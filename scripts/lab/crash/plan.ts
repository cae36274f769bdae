import type { DrifterId } from "#protocol/drifterId";
import type { Random } from "../../shared/random.ts";

/** The kill target: our process, the database's, or both. */
export type KillTarget = "service" | "database" | "both";

/** Random choices of a round. The exact moment of the kill also depends on the machine. */
export interface RoundPlan {
  drifters: readonly [DrifterId, ...DrifterId[]];
  savers: number;
  /** Number of acknowledgements before the kill … */
  acknowledgements: number;
  /** … plus this fraction of the time to the next one … */
  fraction: number;
  /** … and then, if observable, as soon as the next write starts. */
  isAimedAtWrite: boolean;
  killTarget: KillTarget;
  /** Random stream for the choices after the restart. */
  random: Random;
}

/** Maximum number of rounds in a row on the same drifters, so that histories stay readable. */
const roundsOnSameDrifters = 4;
const drifterNumbers = [1, 2, 3, 4, 5] as const;

export function planRound(round: number, random: Random, hasDatabase: boolean): RoundPlan {
  const firstId = Math.floor(round / roundsOnSameDrifters) * 10;
  const idOf = (number: number) => String(firstId + number);
  const [first, ...others] = drifterNumbers;
  return {
    drifters: [idOf(first), ...others.map(idOf)],
    savers: Math.floor(random.between(2, 13)),
    acknowledgements: Math.floor(1 + 60 * random.next() ** 2),
    fraction: random.next(),
    isAimedAtWrite: random.chance(0.5),
    killTarget: hasDatabase ? killTargetOf(round) : "service",
    random,
  };
}

/** Kills the database only in every fifth round from the second on, because its recovery takes longer. */
function killTargetOf(round: number): KillTarget {
  if (round % 10 === 2) return "both";
  return round % 10 === 7 ? "database" : "service";
}

import type { DrifterId } from "#protocol/drifterId";
import type { Random } from "../../shared/random.ts";

/** The kill target: our process, the database's, or both. */
export type KillTarget = "service" | "database" | "both";

/** What a round will do, as its random numbers say. When exactly it ends is up to the machine too. */
export interface RoundPlan {
  drifters: readonly [DrifterId, ...DrifterId[]];
  savers: number;
  /** The kill comes after so many acknowledgements … */
  acknowledgements: number;
  /** … and this part of the time to the next … */
  fraction: number;
  /** … and then, if this can be seen, as soon as the next write begins. */
  isAimedAtWrite: boolean;
  killTarget: KillTarget;
  /** For the choices after the restart. */
  random: Random;
}

/** So many rounds in a row go on with the same drifters: histories grow, and stay short enough to read. */
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

/** A database takes longer to recover than our process: every fifth round, from the second on, is enough for it. */
function killTargetOf(round: number): KillTarget {
  if (round % 10 === 2) return "both";
  return round % 10 === 7 ? "database" : "service";
}

import { formatMoment } from "#protocol/values/moment";
import { phaseTitle } from "#sale/phaseRange";
import type { SalePhase, SalePlan } from "#service/settings";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** A phase with the times at which the owner opens and closes it in the rehearsal, in seconds since 1970. */
export interface TimedPhase extends SalePhase {
  opensAt: bigint;
  closesAt: bigint;
  /** Whether the owner's call opens the phase, because the plan sets no opening time. */
  isOpenedByOwner: boolean;
}

const day = 86_400n;
/** Opening time for a sale without any times. */
const defaultOpening = 1_798_761_600n;
/** Minimum duration of a phase in a rehearsal. */
export const minSeconds = 180n;

/**
 * Completes the times of a plan. A phase without an opening time opens when the previous one closes; a phase without a
 * closing time closes when the next one opens, or after a day. Consecutive phases without times divide the gap between
 * their neighbors equally.
 *
 * @throws {UsageError} if no time is left for a phase.
 */
export function completeTimes(plan: SalePlan): TimedPhase[] {
  const phases = [...plan.values()];
  const timed: TimedPhase[] = [];
  for (const [index, phase] of phases.entries()) {
    const opensAt = phase.opensAt ?? timed.at(-1)?.closesAt ?? findFirstOpening(phases);
    const closesAt = phase.closesAt ?? opensAt + findDuration(phases, index, opensAt);
    if (closesAt - opensAt < minSeconds) {
      throw new UsageError(
        `${phaseTitle(phase.name)} would be open from ${formatMoment(opensAt)} to ${formatMoment(closesAt)}, which is too short to rehearse. Make it at least three minutes in the sale file.`,
      );
    }
    timed.push({ ...phase, opensAt, closesAt, isOpenedByOwner: phase.opensAt === undefined });
  }
  return timed;
}

/** Returns when the first phase opens: one day per phase before the first known time. */
function findFirstOpening(phases: readonly SalePhase[]): bigint {
  const index = phases.findIndex((phase) => scheduledTime(phase) !== undefined);
  const known = phases[index];
  if (known === undefined) return defaultOpening;
  const before = known.opensAt === undefined ? index + 1 : index;
  return (scheduledTime(known) ?? defaultOpening) - BigInt(before) * day;
}

/** Returns the duration of a phase without a closing time: an equal share of the time until the next known time. */
function findDuration(phases: readonly SalePhase[], index: number, opensAt: bigint): bigint {
  const later = phases.slice(index + 1);
  const next = later.findIndex((phase) => scheduledTime(phase) !== undefined);
  const known = later[next];
  if (known === undefined) return day;
  const shares = BigInt(next + 1 + (known.opensAt === undefined ? 1 : 0));
  return ((scheduledTime(known) ?? opensAt) - opensAt) / shares;
}

function scheduledTime({ opensAt, closesAt }: SalePhase): bigint | undefined {
  return opensAt ?? closesAt;
}

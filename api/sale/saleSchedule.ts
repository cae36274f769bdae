import { formatCall } from "./collectionCalls.ts";
import type { PhaseRange } from "./phaseRange.ts";
import { findTime, type PhaseTimes } from "./phaseTimes.ts";
import { applyCalls } from "./safeOrder.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { SaleState } from "./simulateCalls.ts";

/** What the owner's calls have to make of the sale during a phase. */
export interface ScheduledPhase extends PhaseRange, PhaseTimes {
  /** In wei. */
  price: bigint;
  maxPerMint: bigint;
}

/** The owner's calls at one time. */
export interface DueCalls {
  /** In seconds since 1970; the current time for calls that are due now. */
  at: bigint;
  /** Absent if the sale ends. */
  phase: string | undefined;
  calls: SaleCall[];
  /** The calls as commands take them: `openSale()` or `closeSale()`, which can be sent again, for `toggleMint()`. */
  texts: string[];
}

/**
 * Plans the owner's calls by the phases' times. A phase is prepared as soon as the one before it has closed: until it
 * opens, the service signs nothing. Phases without times are left to the owner.
 *
 * @param phases in the plan's order.
 * @param state the sale with the plan's ranges.
 * @param now the newest block's timestamp, in seconds since 1970.
 * @returns the calls that are due now, if any, then those due later.
 */
export function scheduleCalls(
  phases: readonly ScheduledPhase[],
  state: SaleState,
  now: bigint,
): DueCalls[] {
  const moments = phases
    .flatMap(({ opensAt, closesAt }) => [opensAt, closesAt])
    .filter((moment): moment is bigint => moment !== undefined && moment > now);
  const schedule: DueCalls[] = [];
  let current = state;
  for (const at of [now, ...new Set(moments)]) {
    const calls = callsAt(phases, current, at);
    if (calls.length > 0) {
      const texts = nameCalls(calls, current.sale.isMinting);
      schedule.push({ at, phase: findTarget(phases, at)?.name, calls, texts });
    }
    current = applyCalls(current, calls);
  }
  return schedule;
}

function nameCalls(calls: readonly SaleCall[], wasMinting: boolean): string[] {
  let isMinting = wasMinting;
  return calls.map((call) => {
    if (call.functionName !== "toggleMint") return formatCall(call);
    isMinting = !isMinting;
    return isMinting ? "openSale()" : "closeSale()";
  });
}

function callsAt(phases: readonly ScheduledPhase[], state: SaleState, at: bigint): SaleCall[] {
  const { sale } = state;
  const target = findTarget(phases, at);
  if (target === undefined) {
    // The last phase with times has closed, and so has each one before it, even without a closing time.
    const active = phases.find(({ name }) => name === sale.phase.name);
    const hasEnded = active && (active.opensAt !== undefined || findTime(active, at) === "late");
    return hasEnded && sale.isMinting ? [toggle] : [];
  }
  const { name, price, maxPerMint } = target;
  const changes: SaleCall[] = [
    ...(sale.price === price ? [] : [{ functionName: "adjustPrice", args: [price] } as const]),
    ...(sale.maxBatch === maxPerMint
      ? []
      : [{ functionName: "adjustMaxBatch", args: [maxPerMint] } as const]),
    ...(sale.phase.name === name ? [] : [{ functionName: "changePhase", args: [name] } as const]),
  ];
  // No mint is possible between the changes.
  const pause = sale.isMinting && changes.length > 0 ? [toggle] : [];
  const resume = pause.length > 0 || !sale.isMinting ? [toggle] : [];
  return [...pause, ...changes, ...resume];
}

const toggle = { functionName: "toggleMint", args: [] } as const satisfies SaleCall;

/**
 * Returns the phase that opened last or, if that has closed, the next one; undefined if there is none. A phase without
 * a closing time ends when the next one opens.
 */
function findTarget(phases: readonly ScheduledPhase[], at: bigint): ScheduledPhase | undefined {
  const timed = phases.filter(({ opensAt }) => opensAt !== undefined);
  const latest = timed.findLastIndex((phase) => findTime(phase, at) !== "early");
  const opened = timed[latest];
  return opened !== undefined && findTime(opened, at) === "open" ? opened : timed[latest + 1];
}

import { findInPhases, type PhaseFinding } from "./phaseFindings.ts";
import { byId, isSameRange, overlap, type PhaseRange, sharedIds } from "./phaseRange.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** Calls that turn the on-chain phases into those of a draft. */
export interface PhasePlan {
  /** Every phase after the calls, sorted by ID. */
  wanted: PhaseRange[];
  findings: PhaseFinding[];
  /** Whether the contract would accept all calls. */
  canBeDone: boolean;
  /** The calls, in an order that the contract accepts if there is one. */
  calls: SaleCall[];
}

interface Wish {
  onChain: readonly PhaseFacts[];
  /** Phases to create or change, each name once; all others stay. Bounds are below 2^64. */
  draft: readonly PhaseRange[];
  maxSupply: bigint;
}

/** Plans the calls for a draft of phases without reading the chain; `simulateCalls` simulates them. */
export function planPhases({ onChain, draft, maxSupply }: Wish): PhasePlan {
  const wanted = overlay(onChain, draft).sort(byId);
  const findings = findInPhases({ wanted, onChain, maxSupply });
  const canBeDone = findings.every(({ isRejected }) => !isRejected);
  const steps = canBeDone ? orderSteps(onChain, wanted) : changedIn(onChain, wanted);
  return { wanted, findings, canBeDone, calls: steps.map(toCall) };
}

function overlay(onChain: readonly PhaseRange[], draft: readonly PhaseRange[]): PhaseRange[] {
  return [...byName([...onChain, ...draft]).values()];
}

function toCall({ name, startingPoint, endPoint }: PhaseRange): SaleCall {
  return { functionName: "adjustPhases", args: [name, startingPoint, endPoint] };
}

/**
 * Orders changes of ranges so that no two phases overlap at any step. In a cycle of blocked phases, one first shrinks
 * to the IDs that it retains, and so takes two steps.
 *
 * @param from all phases before the changes.
 * @param to all phases after the changes, in any order, without overlaps.
 */
export function orderSteps(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const now = byName(from);
  const steps: PhaseRange[] = [];
  for (;;) {
    const step = nextStep(changedIn([...now.values()], to), now);
    if (step === undefined) return steps;
    now.set(step.name, step);
    steps.push(step);
  }
}

function changedIn(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const before = byName(from);
  return to.filter((phase) => !isSameRange(before.get(phase.name) ?? nothing, phase));
}

function byName(phases: readonly PhaseRange[]): Map<string, PhaseRange> {
  return new Map(phases.map((phase) => [phase.name, phase]));
}

const nothing = { startingPoint: 0n, endPoint: 0n };

/** Returns the phases whose current IDs this one is to get. */
function findBlockers(phase: PhaseRange, now: ReadonlyMap<string, PhaseRange>): PhaseRange[] {
  return [...now.values()].filter((other) => other.name !== phase.name && overlap(other, phase));
}

/** Returns the first unblocked change, or a step that shrinks the top blocker; undefined if no phase is waiting. */
function nextStep(
  waiting: readonly PhaseRange[],
  now: ReadonlyMap<string, PhaseRange>,
): PhaseRange | undefined {
  const free = waiting.find((phase) => findBlockers(phase, now).length === 0);
  if (free) return free;
  const blocking = topBlocker(waiting, now);
  return (
    blocking && { name: blocking.name, ...sharedIds(blocking, now.get(blocking.name) ?? blocking) }
  );
}

/** Returns the waiting phase whose current range blocks the most other phases. */
function topBlocker(
  waiting: readonly PhaseRange[],
  now: ReadonlyMap<string, PhaseRange>,
): PhaseRange | undefined {
  const blockers = waiting.flatMap((phase) => findBlockers(phase, now)).map(({ name }) => name);
  const countBlocked = ({ name }: PhaseRange) => blockers.filter((each) => each === name).length;
  return [...waiting].sort((one, other) => countBlocked(other) - countBlocked(one))[0];
}

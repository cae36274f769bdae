import { findInPhases, type PhaseFinding } from "./phaseFindings.ts";
import { compareById, isSameRange, overlap, type PhaseRange, sharedIds } from "./phaseRange.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** Calls that turn the on-chain phases into those of a draft. */
export interface PhasePlan {
  /** All phases after the calls, sorted by ID. */
  wanted: PhaseRange[];
  findings: PhaseFinding[];
  /** Whether the contract would accept all calls. */
  canBeDone: boolean;
  /** The calls, in an order that the contract accepts, if possible. */
  calls: SaleCall[];
}

interface PlanInput {
  onChain: readonly PhaseFacts[];
  /** Phases to create or change, each name once; other phases do not change. Bounds are below 2^64. */
  draft: readonly PhaseRange[];
  maxSupply: bigint;
}

/** Plans the calls for a draft of phases without reading the chain; `simulateCalls` simulates them. */
export function planPhases({ onChain, draft, maxSupply }: PlanInput): PhasePlan {
  const wanted = mergeDraft(onChain, draft).sort(compareById);
  const findings = findInPhases({ wanted, onChain, maxSupply });
  const canBeDone = findings.every(({ isRejected }) => !isRejected);
  const steps = canBeDone ? orderSteps(onChain, wanted) : findChanged(onChain, wanted);
  return { wanted, findings, canBeDone, calls: steps.map(toCall) };
}

function mergeDraft(onChain: readonly PhaseRange[], draft: readonly PhaseRange[]): PhaseRange[] {
  return [...indexByName([...onChain, ...draft]).values()];
}

function toCall({ name, startingPoint, endPoint }: PhaseRange): SaleCall {
  return { functionName: "adjustPhases", args: [name, startingPoint, endPoint] };
}

/**
 * Orders range changes so that no two phases overlap at any step. To break a cycle of blocked
 * phases, one phase first shrinks to the IDs that it retains, and so takes two steps.
 *
 * @param from all phases before the changes.
 * @param to all phases after the changes, in any order, without overlaps.
 */
export function orderSteps(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const now = indexByName(from);
  const steps: PhaseRange[] = [];
  for (;;) {
    const step = nextStep(findChanged([...now.values()], to), now);
    if (step === undefined) return steps;
    now.set(step.name, step);
    steps.push(step);
  }
}

function findChanged(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const before = indexByName(from);
  return to.filter((phase) => !isSameRange(before.get(phase.name) ?? emptyRange, phase));
}

function indexByName(phases: readonly PhaseRange[]): Map<string, PhaseRange> {
  return new Map(phases.map((phase) => [phase.name, phase]));
}

const emptyRange = { startingPoint: 0n, endPoint: 0n };

/** Returns the phases whose current IDs this phase needs. */
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

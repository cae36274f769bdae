import { isSameRange, overlap, type PhaseRange, sharedIds } from "./phaseRange.ts";

/**
 * Orders changes of ranges so that no two phases overlap in between. In a cycle of blocked phases, one is
 * first shrunk to the IDs that it keeps, and so takes two steps.
 *
 * @param from all phases now.
 * @param to all phases afterwards, in any order, without overlaps.
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

export function changedIn(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const before = byName(from);
  return to.filter((phase) => !isSameRange(before.get(phase.name) ?? nothing, phase));
}

function byName(phases: readonly PhaseRange[]): Map<string, PhaseRange> {
  return new Map(phases.map((phase) => [phase.name, phase]));
}

const nothing = { startingPoint: 0n, endPoint: 0n };

/** Returns the phases that currently have IDs that this one is to get. */
function blockersOf(phase: PhaseRange, now: ReadonlyMap<string, PhaseRange>): PhaseRange[] {
  return [...now.values()].filter((other) => other.name !== phase.name && overlap(other, phase));
}

/**
 * Returns the first change that is not blocked, or else a step that shrinks the phase that blocks most; undefined if
 * no phase is waiting.
 */
function nextStep(
  waiting: readonly PhaseRange[],
  now: ReadonlyMap<string, PhaseRange>,
): PhaseRange | undefined {
  const free = waiting.find((phase) => blockersOf(phase, now).length === 0);
  if (free) return free;
  const blocking = mostInTheWay(waiting, now);
  return (
    blocking && { name: blocking.name, ...sharedIds(blocking, now.get(blocking.name) ?? blocking) }
  );
}

/** Returns the waiting phase whose current range blocks most of the others. */
function mostInTheWay(
  waiting: readonly PhaseRange[],
  now: ReadonlyMap<string, PhaseRange>,
): PhaseRange | undefined {
  const blockers = waiting.flatMap((phase) => blockersOf(phase, now)).map(({ name }) => name);
  const countBlocked = ({ name }: PhaseRange) => blockers.filter((each) => each === name).length;
  return waiting.toSorted((one, other) => countBlocked(other) - countBlocked(one))[0];
}

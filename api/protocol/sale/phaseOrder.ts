import { isSameRange, overlap, type PhaseRange, sharedIds } from "./phaseRange.ts";

/**
 * Orders changes of ranges so that no two phases overlap in between. In a cycle of blocked phases, one is
 * first shrunk to the IDs that it keeps, and so takes two steps.
 *
 * @param from all phases now.
 * @param to all phases afterwards, in any order, without overlaps.
 */
export function orderSteps(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  const now = new Map(from.map((phase) => [phase.name, phase]));
  const waiting = changedIn(from, to);
  const steps: PhaseRange[] = [];
  const take = (step: PhaseRange) => {
    now.set(step.name, step);
    steps.push(step);
  };
  while (waiting.length > 0) {
    const free = waiting.findIndex((phase) => blockersOf(phase, now).length === 0);
    if (free >= 0) {
      for (const phase of waiting.splice(free, 1)) take(phase);
      continue;
    }
    const blocking = mostInTheWay(waiting, now);
    if (!blocking) break;
    const { startingPoint, endPoint } = sharedIds(blocking, now.get(blocking.name) ?? blocking);
    take({ name: blocking.name, startingPoint, endPoint });
  }
  // The rest is impossible in any order; the contract's errors say why.
  return [...steps, ...waiting];
}

export function changedIn(from: readonly PhaseRange[], to: readonly PhaseRange[]): PhaseRange[] {
  return to.filter((phase) => {
    const before = from.find(({ name }) => name === phase.name);
    return !isSameRange(before ?? nothing, phase);
  });
}

const nothing = { startingPoint: 0n, endPoint: 0n };

/** Returns the phases that currently have IDs that this one is to get. */
function blockersOf(phase: PhaseRange, now: ReadonlyMap<string, PhaseRange>): PhaseRange[] {
  return [...now.values()].filter((other) => other.name !== phase.name && overlap(other, phase));
}

/** Returns the waiting phase whose current range blocks most of the others. */
function mostInTheWay(
  waiting: readonly PhaseRange[],
  now: ReadonlyMap<string, PhaseRange>,
): PhaseRange | undefined {
  const blocked = (blocking: PhaseRange) =>
    waiting.filter((phase) => blockersOf(phase, now).some(({ name }) => name === blocking.name))
      .length;
  const movable = waiting.filter((phase) => blocked(phase) > 0);
  return movable.sort((one, other) => blocked(other) - blocked(one))[0];
}

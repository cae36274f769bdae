import { isSameRange, overlap, type PhaseRange, sharedIds } from "./phaseRange.ts";

/**
 * Puts changes of ranges into an order in which no two phases share an id on the way. Where phases stand in
 * each other's way, one first gives up what it will not keep: it then takes two steps.
 *
 * @param from every phase as it is.
 * @param to every phase as it is to be, in any order; no two share an id.
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

/** The phases that have ids now which this one is to have. */
function blockersOf(phase: PhaseRange, now: ReadonlyMap<string, PhaseRange>): PhaseRange[] {
  return [...now.values()].filter((other) => other.name !== phase.name && overlap(other, phase));
}

/** The one of those that wait whose present range keeps most of the others waiting. */
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

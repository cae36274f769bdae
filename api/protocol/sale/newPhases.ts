import type { CollectionCall } from "#protocol/collectionCalls";
import { countIds } from "./phaseRange.ts";
import type { SaleState } from "./rehearseCalls.ts";
import { phaseOf } from "./saleCalls.ts";

/** Names in the calls of which no phase exists: each has ids, or is the active one. */
export function newPhases({ sale, phases }: SaleState, calls: readonly CollectionCall[]): string[] {
  const existing = existingNames({ sale, phases });
  return [...new Set(calls.flatMap(phaseOf))].filter((name) => !existing.includes(name));
}

export function existingNames({ sale, phases }: SaleState): string[] {
  const withIds = phases.filter((phase) => countIds(phase) > 0n).map(({ name }) => name);
  return [...new Set([sale.phase.name, ...withIds])];
}

/** `The contract has no phase “Fist Dust”; the closest is “First Dust”.` */
export function describeNewPhase(name: string, existing: readonly string[]): string {
  const closest = closestName(name, existing);
  const hint = closest === undefined ? "" : `; the closest is “${closest}”`;
  return `The contract has no phase “${name}”${hint}.`;
}

function closestName(name: string, existing: readonly string[]): string | undefined {
  const named = existing.filter((each) => each !== "");
  const distances = new Map(named.map((each) => [each, editDistance(name, each)]));
  return named.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0))[0];
}

/** How many characters have to be put in, taken out or replaced (Levenshtein), whatever their case. */
function editDistance(one: string, other: string): number {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

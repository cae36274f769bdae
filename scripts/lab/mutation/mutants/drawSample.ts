import { createRandom } from "../../../shared/random.ts";

/**
 * Returns `count` items chosen by the seed, in their original order.
 *
 * @throws when `count` is not a positive integer.
 */
export function drawSample<Item>(items: readonly Item[], count: number, seed: string): Item[] {
  if (!Number.isInteger(count) || count < 1) {
    throw new Error("--sample must be a positive integer.");
  }
  const random = createRandom(seed, "mutants");
  const drawn = items.map((item, place) => ({ item, place, lot: random.next() }));
  const chosen = drawn.sort((a, b) => a.lot - b.lot).slice(0, count);
  return chosen.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

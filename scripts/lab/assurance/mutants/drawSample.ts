import { createRandom } from "../../../shared/random.ts";

/**
 * So many of the items, as the seed says, in their order.
 *
 * @throws when `count` is not a whole number from 1.
 */
export function drawSample<Item>(items: readonly Item[], count: number, seed: string): Item[] {
  if (!Number.isInteger(count) || count < 1) {
    throw new Error("--sample takes a whole number from 1.");
  }
  const random = createRandom(seed, "mutants");
  const drawn = items.map((item, place) => ({ item, place, lot: random.next() }));
  const chosen = drawn.sort((a, b) => a.lot - b.lot).slice(0, count);
  return chosen.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

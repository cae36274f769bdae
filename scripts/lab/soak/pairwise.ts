/** Returns a sequence in which each item directly follows each other one. */
export function pairwise<Item>(items: readonly Item[]): Item[] {
  return items.flatMap((item, index) => [
    ...items.slice(index + 1).flatMap((other) => [item, other]),
    item,
  ]);
}

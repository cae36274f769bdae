/**
 * Yields the results of `work` in the order of the items, and works on up to `ahead` items at the same time.
 *
 * Ends when no work is in progress any more, even if some of it failed or nobody takes the rest.
 *
 * @throws what `work` or the items throw, after the results before it.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const take of failingLast(items)) {
      const result = (async () => work(take()))();
      // Awaited below, perhaps after an earlier one has failed.
      result.catch(() => undefined);
      running.push(result);
      const first = running.length >= ahead ? running.shift() : undefined;
      if (first) yield await first;
    }
    for (const result of running) yield await result;
  } finally {
    await Promise.allSettled(running);
  }
}

/** Yields functions that return the items, and one that throws if the items end with an error. */
async function* failingLast<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<() => Item> {
  try {
    for await (const item of items) yield () => item;
  } catch (error) {
    yield () => {
      throw error;
    };
  }
}

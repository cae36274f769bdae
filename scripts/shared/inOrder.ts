/**
 * Yields the results of `work` in the order of the items, and works on up to `ahead` items at the same time.
 *
 * Ends when no work is in progress any more, even if some of it failed or nobody takes the rest.
 *
 * @throws what `items` or `work` throw, after the results before it.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const start of tasksOf(items, work)) {
      const result = start();
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

/** Yields the work of each item. A failure of the items is a task too, so that it comes in order. */
async function* tasksOf<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<() => Promise<Result>> {
  try {
    for await (const item of items) yield () => work(item);
  } catch (error) {
    yield () => Promise.reject(error);
  }
}

/**
 * Yields the results of `work` in item order, running up to `atOnce` at the same time.
 *
 * @throws {unknown} what `items` or `work` throw; a failure of `items` only after the results before it.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const failures: unknown[] = [];
  const wholeItems = async function* () {
    try {
      yield* items;
    } catch (error) {
      failures.push(error);
    }
  };
  let batch: Item[] = [];
  for await (const item of wholeItems()) {
    batch.push(item);
    if (batch.length < atOnce) continue;
    yield* await Promise.all(batch.map(work));
    batch = [];
  }
  yield* await Promise.all(batch.map(work));
  if (failures.length > 0) throw failures[0];
}

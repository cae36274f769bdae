/**
 * Yields the results of `work` in item order, running up to `concurrency` calls at a time.
 *
 * @throws {unknown} what `items` or `work` throw; an error from `items` is thrown after all earlier results.
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
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
    if (batch.length < concurrency) continue;
    yield* await Promise.all(batch.map(work));
    batch = [];
  }
  yield* await Promise.all(batch.map(work));
  if (failures.length > 0) throw failures[0];
}

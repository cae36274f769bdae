/** Counts one item. */
export type CountOne = () => void;

/** Shows what the work is at, instead of the count. */
export type ShowStep = (step: string) => void;

const minPauseMilliseconds = 100;

/** Runs `work` and, on a terminal, shows how many items it has counted, or what it is at. */
export async function withProgress<Result>(
  title: string,
  work: (countOne: CountOne, show: ShowStep) => Promise<Result>,
): Promise<Result> {
  let count = 0;
  let shownAt = 0;
  const { stderr } = process;
  const show: ShowStep = (step) => {
    const now = performance.now();
    if (!stderr.isTTY || now - shownAt < minPauseMilliseconds) return;
    shownAt = now;
    stderr.write(`\r\x1b[K${step} …`);
  };
  const countOne = () => {
    count += 1;
    show(`${title} ${count}`);
  };
  try {
    return await work(countOne, show);
  } finally {
    if (stderr.isTTY) stderr.write("\r\x1b[K");
  }
}

/** Passes items through and counts them, until the signal. */
export async function* counting<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  countOne: CountOne,
  signal?: AbortSignal,
): AsyncGenerator<Item> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
    countOne();
  }
}

/** Collects all items. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

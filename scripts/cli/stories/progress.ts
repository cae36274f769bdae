/** Counts one item. */
export type CountOne = () => void;

const shortestPauseMilliseconds = 100;

/** Runs `work` and, on a terminal, shows how many items it has counted. */
export async function withProgress<Result>(
  title: string,
  work: (countOne: CountOne) => Promise<Result>,
): Promise<Result> {
  let count = 0;
  let shownAt = 0;
  const { stderr } = process;
  try {
    return await work(() => {
      count += 1;
      const now = performance.now();
      if (!stderr.isTTY || now - shownAt < shortestPauseMilliseconds) return;
      shownAt = now;
      stderr.write(`\r${title} ${count} …`);
    });
  } finally {
    if (stderr.isTTY) stderr.write("\r\x1b[K");
  }
}

/** Passes items through and counts them. */
export async function* counting<Item>(
  items: AsyncIterable<Item>,
  countOne: CountOne,
): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item;
    countOne();
  }
}

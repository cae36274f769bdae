import { openSpinner } from "../../shared/commandLine/step.ts";

/** Counts one item. */
export type ReportItem = () => void;

/** Shows the current item instead of the count. */
export type ShowStep = (step: string) => void;

/** Runs `work` and, on a terminal, shows the number of counted items or the current item. */
export async function withProgress<Result>(
  title: string,
  work: (countOne: ReportItem, show: ShowStep) => Promise<Result>,
): Promise<Result> {
  const spinner = openSpinner(title, !process.stderr.isTTY);
  let count = 0;
  const show: ShowStep = (step) => {
    spinner.text = step;
  };
  try {
    return await work(() => show(`${title} ${++count}`), show);
  } finally {
    spinner.stop();
  }
}

/** Passes items through and counts them, until the signal aborts. */
export async function* counting<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  countOne: ReportItem,
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

import { createExternalStore, type ExternalStore } from "../page/externalStore.ts";
import { tabStore } from "../page/storage.ts";

/** One of several values; the tab stores it across reloads. */
export interface Choice<Value extends string> extends Omit<ExternalStore<Value>, "write"> {
  choose(value: Value): void;
}

/** Creates a choice whose default is `values[0]`. */
export function createChoice<const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): Choice<Value> {
  const stored = tabStore.getItem(key);
  const { read, write, subscribe } = createExternalStore<Value>(
    values.find((value) => value === stored) ?? values[0],
  );
  return {
    read,
    subscribe,
    choose(value) {
      tabStore.setItem(key, value);
      write(value);
    },
  };
}

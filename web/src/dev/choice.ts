/** One of several values, kept for the tab across reloads. */
export interface Choice<Value extends string> {
  read(): Value;
  choose(value: Value): void;
  /** Calls `listener` after each change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates a choice whose default is `values[0]`. */
export function createChoice<const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): Choice<Value> {
  const listeners = new Set<() => void>();
  const stored = sessionStorage.getItem(key);
  let current = values.find((value) => value === stored) ?? values[0];
  return {
    read: () => current,
    choose(value) {
      current = value;
      sessionStorage.setItem(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One of several settings, kept for the tab: a reload keeps it, a new tab has the default. */
export interface Choice<Value extends string> {
  read(): Value;
  choose(value: Value): void;
  /** Calls `listener` after each change. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** A choice that is `values[0]` until something else is chosen. */
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

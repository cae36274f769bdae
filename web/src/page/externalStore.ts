/** A value outside React's state, for `useSyncExternalStore(store.subscribe, store.read)`. */
export interface ExternalStore<Value> {
  read(): Value;
  write(value: Value): void;
  /** Calls `listener` after each write. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export function createExternalStore<Value>(initial: Value): ExternalStore<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    read: () => current,
    write(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The `Storage` methods that the app uses, in a form that never throws. */
export interface PageStorage {
  getItem(key: string): string | null;
  /** Returns whether the browser stored the value; otherwise, the value lasts as long as the page. */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
  keys(): string[];
}

/** Storage that outlives the tab. Only this file accesses browser storage, which may be blocked, null or full. */
export const localStore = createStore(() => localStorage);
/** Storage that outlives a reload, but not the tab. */
export const tabStore = createStore(() => sessionStorage);

/** Whether browser storage works right now. */
export function isStoragePersistent(): boolean {
  const isSaved = localStore.setItem("probe", "");
  localStore.removeItem("probe");
  return isSaved;
}

/**
 * Wraps one of the browser's storage properties. @param open called at each use, because reading
 * the property may throw.
 */
export function createStore(open: () => Storage): PageStorage {
  const memory = new Map<string, string>();
  function attempt<Result>(work: (storage: Storage) => Result): Result | undefined {
    try {
      return work(open());
    } catch {
      return undefined;
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const isSaved = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isSaved) memory.delete(key);
      else memory.set(key, value);
      return isSaved ?? false;
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt(listKeys) ?? [])])],
  };
}

function listKeys(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

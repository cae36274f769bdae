/** The part of `Storage` that the page uses. It never throws. */
export interface PageStorage {
  getItem(key: string): string | null;
  /** Returns whether the browser took it: what it denies or has no room for lasts as long as the page. */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
  keys(): string[];
}

/** What outlives the tab. Only this file touches the browser's storage, which may be denied, null or full. */
export const localStore = createStore(() => localStorage);
/** What outlives a reload of the tab. */
export const tabStore = createStore(() => sessionStorage);

/** Whether the browser keeps what the page stores, now. */
export function isStoragePersistent(): boolean {
  const isSaved = localStore.setItem("probe", "");
  localStore.removeItem("probe");
  return isSaved;
}

/** @param open is called at each use, because reading the browser's property may throw. */
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
    keys: () => [...new Set([...memory.keys(), ...(attempt(keysIn) ?? [])])],
  };
}

function keysIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

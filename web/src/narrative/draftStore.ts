import type { Address } from "viem";

/** Where a writer's unsaved text for one drifter is kept in the browser. */
export interface DraftStore {
  read(): string | undefined;
  write(text: string): void;
  remove(): void;
}

/** Drafts are kept for each drifter and account, so that nobody is offered another's text. */
export function draftStore(storage: Storage, drifterId: string, author: Address): DraftStore {
  const key = `draft:${drifterId}:${author}`;
  return {
    read: () => storage.getItem(key) ?? undefined,
    write(text) {
      try {
        storage.setItem(key, text);
      } catch {
        // The storage is full or forbidden: the text lives on in the page alone.
      }
    },
    remove: () => storage.removeItem(key),
  };
}

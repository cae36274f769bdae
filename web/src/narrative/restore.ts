import { useSyncExternalStore } from "react";

type Restore = (text: string) => void;

/** What the history below an owner's story may call. */
let offered: { drifterId: string; restore: Restore } | undefined;
const listeners = new Set<() => void>();

/**
 * Lets the drifter's owner restore old versions of its story.
 *
 * @returns how to take the offer back.
 */
export function offerRestore(drifterId: string, restore: Restore): () => void {
  const offer = { drifterId, restore };
  set(offer);
  return () => {
    if (offered === offer) set(undefined);
  };
}

/** Opens the editor with an old text of this drifter; undefined while nobody here may write. */
export function useRestore(drifterId: string): Restore | undefined {
  const offer = useSyncExternalStore(subscribe, current, current);
  return offer?.drifterId === drifterId ? offer.restore : undefined;
}

function current() {
  return offered;
}

function set(next: typeof offered): void {
  offered = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

import { useSyncExternalStore } from "react";

type Restore = (text: string) => void;

/** Callback for the history below an owner's story. */
let offered: { drifterId: string; restore: Restore } | undefined;
const listeners = new Set<() => void>();

/**
 * Registers the callback that restores old versions of a drifter's story.
 *
 * @returns the function that unregisters it.
 */
export function offerRestore(drifterId: string, restore: Restore): () => void {
  const offer = { drifterId, restore };
  set(offer);
  return () => {
    if (offered === offer) set(undefined);
  };
}

/** Returns the callback that opens the editor with an old text; undefined if the visitor cannot write. */
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

import { useSyncExternalStore } from "react";

type Restore = (text: string) => void;

/** What the history below an owner's story may call. */
let offered: { drifterId: string; restore: Restore } | undefined;
const listeners = new Set<() => void>();

/**
 * Offers a drifter's old versions to whoever can write its story now.
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

/** Begins to write an old text of this drifter anew; undefined while nobody here can. */
export function useRestore(drifterId: string): Restore | undefined {
  const offer = useSyncExternalStore(subscribe, current, current);
  return offer?.drifterId === drifterId ? offer.restore : undefined;
}

function current() {
  return offered;
}

function set(next: typeof offered): void {
  offered = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

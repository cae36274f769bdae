import { useSyncExternalStore } from "react";
import { createExternalStore } from "../page/externalStore.ts";

type Restore = (text: string) => void;

/** Holds the restore callback for the history below an owner's story. */
const offered = createExternalStore<{ drifterId: string; restore: Restore } | undefined>(undefined);

/**
 * Registers the callback that restores old versions of a token's story; a page has at most one callback.
 *
 * @returns the unregister function.
 */
export function offerRestore(drifterId: string, restore: Restore): () => void {
  offered.write({ drifterId, restore });
  return () => offered.write(undefined);
}

/** Returns the callback that opens the editor with an old text; undefined if the visitor cannot write. */
export function useRestore(drifterId: string): Restore | undefined {
  const offer = useSyncExternalStore(offered.subscribe, offered.read, offered.read);
  return offer?.drifterId === drifterId ? offer.restore : undefined;
}

const storageKey = "dev.worldId";

/** Whether this browser was in another local world before and the notice has not been dismissed. */
export function isNewWorld(storage: Storage, worldId: string | undefined): boolean {
  if (worldId === undefined) return false;
  const known = storage.getItem(storageKey);
  // Whoever is here for the first time has no wallet that remembers anything.
  if (known === null) storage.setItem(storageKey, worldId);
  return known !== null && known !== worldId;
}

/** Remembers that the notice about this world was dismissed. */
export function acknowledgeWorld(storage: Storage, worldId: string): void {
  storage.setItem(storageKey, worldId);
}

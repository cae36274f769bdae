const storageKey = "dev.worldId";

/** Whether this browser was in another local world before, and nobody has said yet that they know. */
export function isNewWorld(storage: Storage, worldId: string | undefined): boolean {
  if (worldId === undefined) return false;
  const known = storage.getItem(storageKey);
  // Whoever is here for the first time has no wallet that remembers anything.
  if (known === null) storage.setItem(storageKey, worldId);
  return known !== null && known !== worldId;
}

/** Remembers this world as the one that the browser's wallets have been told of. */
export function acknowledgeWorld(storage: Storage, worldId: string): void {
  storage.setItem(storageKey, worldId);
}

const storageKey = "dev.worldId";

/** Whether this browser last used another local world and has not acknowledged this one. */
export function isNewWorld(storage: Storage, worldId: string | undefined): boolean {
  if (worldId === undefined) return false;
  const known = storage.getItem(storageKey);
  // On a first visit, no wallet has state of an older world.
  if (known === null) storage.setItem(storageKey, worldId);
  return known !== null && known !== worldId;
}

/** Stores this world as acknowledged. */
export function acknowledgeWorld(storage: Storage, worldId: string): void {
  storage.setItem(storageKey, worldId);
}

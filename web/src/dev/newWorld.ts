import { localStore } from "../storage.ts";

const storageKey = "dev.worldId";

/** Whether this browser last used another local world and has not acknowledged this one. */
export function isNewWorld(worldId: string | undefined): boolean {
  if (worldId === undefined) return false;
  const known = localStore.getItem(storageKey);
  // On a first visit, no wallet has state of an older world.
  if (known === null) localStore.setItem(storageKey, worldId);
  return known !== null && known !== worldId;
}

/** Stores this world as acknowledged. */
export function acknowledgeWorld(worldId: string): void {
  localStore.setItem(storageKey, worldId);
}

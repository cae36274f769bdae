import { createLogger } from "#service/server";
import { openStore } from "#service/stories";
import type { StoreLocation } from "./storeLocation.ts";
import { receiptsOf } from "./stories.ts";

/** Fills an empty store with the stories of drifters 1 to `count`, of `textBytes` bytes each. */
export async function fillStore(
  place: StoreLocation,
  count: number,
  textBytes: number,
): Promise<void> {
  const dataDir = "DATA_DIR" in place ? place.DATA_DIR : "";
  const databaseUrl = "DATABASE_URL" in place ? place.DATABASE_URL : undefined;
  const store = await openStore({ dataDir, databaseUrl }, createLogger("silent"));
  try {
    await store.restore(receiptsOf(count, textBytes));
  } finally {
    await store.close();
  }
}

import type { Logger } from "pino";
import { Database } from "./files/database.ts";
import { DatabaseRecords, FolderRecords, type Records } from "./files/records.ts";
import { FolderStore } from "./narratives/folder/folderStore.ts";
import { PostgresStore } from "./narratives/postgres/postgresStore.ts";
import type { NarrativeStore } from "./narratives/store.ts";
import type { Settings } from "./settings/settings.ts";

/** Storage of stories and mint authorizations: the database if configured, otherwise the folder. */
export type StorageLocation = Pick<Settings, "databaseUrl" | "dataDir">;

/**
 * Opens the story store, and locks its folder or creates its tables.
 *
 * @param onChange called for each story or hide-list change that this process observes.
 * @throws {FolderLockError | StoreFolderError | DatabaseError}
 * @example const store = await openStore({ dataDir: "data", databaseUrl: undefined }, createLogger("warn"));
 */
export function openStore(
  location: StorageLocation,
  logger: Logger,
  onChange?: () => void,
): Promise<NarrativeStore> {
  return selectEngine(location, logger).openStore(onChange);
}

/**
 * Opens the records of mint authorizations, after the story store.
 *
 * @throws {StoreFolderError | DatabaseError}
 */
export function openRecords(location: StorageLocation, logger: Logger): Promise<Records> {
  return selectEngine(location, logger).openRecords();
}

interface StorageEngine {
  openStore(onChange?: () => void): Promise<NarrativeStore>;
  openRecords(): Promise<Records>;
}

function selectEngine({ databaseUrl, dataDir }: StorageLocation, logger: Logger): StorageEngine {
  if (databaseUrl === undefined) {
    return {
      openStore: (onChange) => FolderStore.open(dataDir, logger, onChange),
      openRecords: () => FolderRecords.open(dataDir),
    };
  }
  return {
    openStore: (onChange) => PostgresStore.open(databaseUrl, logger, onChange),
    openRecords: async () =>
      new DatabaseRecords(await Database.open(databaseUrl, logger, { connections: 3 })),
  };
}

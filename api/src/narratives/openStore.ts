import type { Logger } from "pino";
import type { Settings } from "../settings/settings.ts";
import { FolderStore } from "./folder/folderStore.ts";
import { PostgresStore } from "./postgres/postgresStore.ts";
import type { NarrativeStore } from "./store.ts";

/**
 * Opens the store of the settings: the database if configured, otherwise the folder.
 *
 * @throws {FolderLockError | StoreFolderError | DatabaseError}
 */
export function openStore(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
): Promise<NarrativeStore> {
  if (databaseUrl === undefined) return FolderStore.open(dataDir, logger);
  return PostgresStore.open(databaseUrl, logger);
}

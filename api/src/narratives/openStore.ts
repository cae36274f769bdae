import type { Logger } from "pino";
import type { Settings } from "../settings/settings.ts";
import { FolderStore } from "./folder/folderStore.ts";
import { PostgresStore } from "./postgres/postgresStore.ts";
import type { NarrativeStore } from "./store.ts";

/**
 * Opens the store of the settings: the database if configured, otherwise the folder.
 *
 * @param onChange called with each change of a story or the hide list that this process learns of.
 * @throws {FolderLockError | StoreFolderError | DatabaseError}
 */
export function openStore(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
  onChange?: () => void,
): Promise<NarrativeStore> {
  if (databaseUrl === undefined) return FolderStore.open(dataDir, logger, onChange);
  return PostgresStore.open(databaseUrl, logger, onChange);
}

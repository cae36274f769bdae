import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import { DatabaseAuthorizations } from "./databaseAuthorizations.ts";
import { FolderAuthorizations } from "./folderAuthorizations.ts";
import type { AuthorizationStore } from "./store.ts";

/**
 * Opens the records of mint authorisations if the service has a signing key. They are stored beside the
 * stories, whose store has locked the folder.
 *
 * @throws {StoreFolderError | DatabaseError}
 */
export async function openAuthorizations(
  { mint, databaseUrl, dataDir }: Pick<Settings, "mint" | "databaseUrl" | "dataDir">,
  logger: Logger,
): Promise<AuthorizationStore | undefined> {
  if (mint === undefined) return undefined;
  if (databaseUrl === undefined) return FolderAuthorizations.open(dataDir);
  return DatabaseAuthorizations.open(databaseUrl, logger);
}

import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import { DatabaseAuthorizations } from "./databaseAuthorizations.ts";
import { FolderAuthorizations } from "./folderAuthorizations.ts";
import type { AuthorizationStore } from "./store.ts";

/**
 * Opens the record of what has been signed, where there is a key to sign with: beside the stories, whose
 * store holds the folder for this process.
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

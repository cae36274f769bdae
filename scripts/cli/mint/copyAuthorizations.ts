import type { Logger } from "pino";
import { copyRecords, openRecords } from "#service/authorizations";
import { CorruptFileError } from "#service/files";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Copies mint authorizations and the sequences of their IDs from a folder into a database. Existing rows are kept, so
 * an interrupted copy can be repeated.
 *
 * @returns the number of wallets, each counted in each phase.
 */
export async function copyAuthorizations(
  dataDir: string,
  databaseUrl: string,
  logger: Logger,
): Promise<number> {
  const target = await openRecords({ dataDir, databaseUrl }, logger);
  try {
    const keys = await copyRecords(dataDir, target, ["mint", "sequence"]);
    return keys.filter(([kind]) => kind === "mint").length;
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    throw new UsageError(`${error.message} Restore it from a backup, then try again.`);
  } finally {
    await target.close();
  }
}

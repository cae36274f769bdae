import type { Logger } from "pino";
import { copyRecords, openRecords } from "#service/authorizations";
import { CorruptFileError } from "#service/files";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Copies the records of mint authorisations and of what is minted from a folder into a database. Existing rows are kept,
 * so an interrupted copy can be repeated.
 *
 * @returns their number.
 */
export async function copyAuthorizations(
  dataDir: string,
  databaseUrl: string,
  logger: Logger,
): Promise<number> {
  const target = await openRecords({ dataDir, databaseUrl }, logger);
  try {
    return await copyRecords(dataDir, target);
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    throw new UsageError(`${error.message} Restore it from a backup, then try again.`);
  } finally {
    await target.close();
  }
}

import type { Logger } from "pino";
import { DatabaseAuthorizations, readAuthorizations } from "#service/authorizations";
import { CorruptFileError } from "#service/files";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Copies the record of mint authorisations from a folder into a database, and counts them. What is there
 * already stays, so that a copy that was cut short can be made again.
 */
export async function copyAuthorizations(
  dataDir: string,
  databaseUrl: string,
  logger: Logger,
): Promise<number> {
  const target = await DatabaseAuthorizations.open(databaseUrl, logger);
  let count = 0;
  try {
    for await (const { holder, slots } of readAuthorizations(dataDir)) {
      for (const slot of slots) await target.take(holder, slot);
      count += slots.length;
    }
    return count;
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    throw new UsageError(`${error.message} Restore it from a backup, then try again.`);
  } finally {
    await target.close();
  }
}

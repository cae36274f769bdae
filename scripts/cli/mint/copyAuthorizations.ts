import type { Logger } from "pino";
import { DatabaseAuthorizations, readAuthorizations, readSequences } from "#service/authorizations";
import { CorruptFileError } from "#service/files";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Copies mint authorisations and the sequences of their IDs from a folder into a database. Existing rows are kept, so
 * an interrupted copy can be repeated.
 *
 * @returns the number of IDs.
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
      await target.copy(holder, slots);
      count += slots.length;
    }
    for await (const { owner, sequence } of readSequences(dataDir)) {
      const { last, signer } = sequence;
      if (signer !== undefined) await target.advance(owner, { last, signer });
    }
    return count;
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    throw new UsageError(`${error.message} Restore it from a backup, then try again.`);
  } finally {
    await target.close();
  }
}

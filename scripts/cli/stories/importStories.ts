import type { Logger } from "pino";
import { createReceiptChain } from "#service/chain";
import type { Settings } from "#service/settings";
import { openStore } from "#service/stories";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { SourceError } from "../../shared/servedReceipts.ts";
import { collect, counting, withProgress } from "./progress.ts";
import { provedReceipts } from "./proveReceipts.ts";
import { openSource } from "./receiptSource.ts";
import { assertEmpty, closing, type ReportLocation } from "./store.ts";

interface ImportOrder {
  /** An archive, the folder of a book or the URL of a service. */
  place: string;
  /** Whether receipts are imported without the chain. */
  isOffline: boolean;
}

/**
 * Imports all receipts of a source into an empty store, or none.
 *
 * @returns what to print.
 * @throws {UsageError} if the source is not whole or not proved
 */
export async function importStories(
  { place, isOffline }: ImportOrder,
  settings: Settings,
  logger: Logger,
  tell: ReportLocation,
): Promise<string> {
  tell(settings);
  await using store = closing(await openStore(settings, logger));
  await assertEmpty(store);
  try {
    const source = await openSource(place);
    const chain = isOffline ? undefined : createReceiptChain(settings);
    // All are proved before the first one is imported.
    const proved = await withProgress("Receipts verified:", (countOne) =>
      collect(counting(provedReceipts(source.receipts, settings, chain), countOne)),
    );
    const count = await withProgress("Receipts imported:", (countOne) =>
      store.restore(counting(proved, countOne)),
    );
    const doubt = isOffline ? ", without checking on the chain who owned the drifters" : "";
    const lines = source.omissions.map((omission) => `Left out: ${omission}`);
    return [`Verified and imported ${counted(count, "receipt")}${doubt}.`, ...lines].join("\n");
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new UsageError(`${error.message} So nothing was imported.`);
  }
}

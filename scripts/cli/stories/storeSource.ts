import type { Logger } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import type { Settings } from "#service/settings";
import { countQuarantined, HiddenFolder, PostgresStore, readReceipts } from "#service/stories";
import { counted } from "../../shared/commandLine/counted.ts";
import type { ReceiptSource } from "./receiptSource.ts";

/** Opens the store as the source of what readers may see, while the service may run. */
export async function openStoreSource(settings: Settings, logger: Logger): Promise<ReceiptSource> {
  const omissions: string[] = [];
  if (settings.databaseUrl !== undefined) {
    const store = await PostgresStore.open(settings.databaseUrl, logger);
    const hidden = (await store.hideList.entries()).map(({ drifterId }) => drifterId);
    const receipts = withoutHidden(store.receipts(), hidden, omissions);
    return { receipts, omissions, close: () => store.close() };
  }
  const { dataDir } = settings;
  const hidden = (await new HiddenFolder(dataDir).entries()).map(({ drifterId }) => drifterId);
  const lost = await countQuarantined(dataDir);
  if (lost > 0) omissions.push(`${counted(lost, "corrupt file")}, quarantined earlier.`);
  const receipts = withoutHidden(readReceipts(dataDir), hidden, omissions);
  return { receipts, omissions };
}

async function* withoutHidden(
  receipts: AsyncIterable<NarrativeRecord>,
  hidden: readonly DrifterId[],
  omissions: string[],
): AsyncGenerator<NarrativeRecord> {
  const leftOut = new Set<DrifterId>();
  for await (const receipt of receipts) {
    const { drifterId } = receipt;
    if (!hidden.includes(drifterId)) yield receipt;
    else if (!leftOut.has(drifterId)) {
      leftOut.add(drifterId);
      omissions.push(`Drifter ${drifterId}: its story is hidden.`);
    }
  }
}

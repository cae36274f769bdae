import { pino } from "pino";
import type { Address } from "viem";
import { localChainId } from "#protocol/localWorld";
import type { NarrativeRecord } from "#protocol/narrative";
import { Authorizations, openRecords } from "#service/authorizations";
import { LowdbStore } from "#service/stories";
import { readServedReceipts } from "../../shared/servedReceipts.ts";
import type { ReportProgress } from "../step.ts";

/**
 * Copies all versions of the stories that a live service serves into an empty folder. They get the chain ID of the
 * fork, whose chain has the blocks that they name.
 *
 * @returns the number of versions.
 * @throws {SourceError}
 */
export async function importStories(
  narratives: string,
  origin: string,
  onProgress: ReportProgress,
): Promise<number> {
  const store = await LowdbStore.open(narratives, pino({ level: "warn" }, process.stderr));
  try {
    return await store.restore(onThisChain(readServedReceipts(new URL(origin), { onProgress })));
  } finally {
    await store.close();
  }
}

async function* onThisChain(receipts: AsyncIterable<NarrativeRecord>) {
  for await (const receipt of receipts) yield { ...receipt, chainId: localChainId };
}

/** Above the transaction IDs that a live service has issued, and below the largest number, 999,999,999. */
const lastLiveNumber = 500_000_000;

/** Lets the sequence of transaction IDs continue far after those that the live collection has used. */
export async function continueSequence(
  narratives: string,
  { contract, signer }: { contract: Address; signer: Address },
): Promise<void> {
  const settings = { dataDir: narratives, databaseUrl: undefined };
  const records = await openRecords(settings, pino({ level: "warn" }, process.stderr));
  const owner = { chainId: localChainId, contract };
  await new Authorizations(records).advance(owner, { last: lastLiveNumber, signer });
  await records.close();
}

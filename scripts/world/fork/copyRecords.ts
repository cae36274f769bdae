import { pino } from "pino";
import { type Address, zeroAddress } from "viem";
import { localChainId } from "#protocol/localWorld";
import type { NarrativeRecord } from "#protocol/narrative";
import { FolderAuthorizations } from "#service/authorizations";
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
    return await store.restore(onThisChain(readServedReceipts(new URL(origin), onProgress)));
  } finally {
    await store.close();
  }
}

async function* onThisChain(receipts: AsyncIterable<NarrativeRecord>) {
  for await (const receipt of receipts) yield { ...receipt, chainId: localChainId };
}

/** Lets the sequence of transaction IDs continue after those that the live collection has used. */
export async function continueSequence(narratives: string, contract: Address): Promise<void> {
  const record = await FolderAuthorizations.open(narratives);
  // Only after a change of the signer does the service skip used IDs; the live one may be the local one.
  const before = { last: 0, signer: zeroAddress };
  await record.advance({ chainId: localChainId, contract }, before);
  await record.close();
}

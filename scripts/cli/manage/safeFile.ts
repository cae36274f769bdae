import { writeFile } from "node:fs/promises";
import { callBatchFile } from "#protocol/sale/callBatch";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { CollectionState } from "./collectionState.ts";
import type { Step } from "./simulateOrders.ts";

/**
 * Writes the needed calls for Safe's transaction builder, which sends them from one account.
 *
 * @returns a message with the result.
 * @throws {UsageError}
 */
export async function writeSafeFile(
  path: string,
  { chainId, contract }: CollectionState,
  steps: readonly Step[],
): Promise<string> {
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  if (needed.length === 0) return `Nothing to send, so ${path} was not written.`;
  if (needed.some(({ effect }) => effect.revert !== undefined)) {
    throw new UsageError(`${path} was not written: the contract rejects a call. Fix it first.`);
  }
  const senders = new Set(needed.map(({ sender }) => sender.address));
  if (senders.size > 1) {
    throw new UsageError(
      `${path} was not written: the calls need different accounts. Write one file per account.`,
    );
  }
  const file = callBatchFile(
    chainId,
    contract,
    needed.map(({ effect }) => effect.call),
  );
  await writeFile(path, `${file}\n`);
  return `Written to ${path}, for Safe's transaction builder of ${[...senders].join()}.`;
}

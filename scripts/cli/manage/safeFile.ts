import { writeFile } from "node:fs/promises";
import { callBatchFile } from "#protocol/sale/callBatch";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { Step } from "./simulateOrders.ts";
import type { Standing } from "./standing.ts";

/**
 * Writes the calls that are needed for Safe's transaction builder, which sends all of them from one account.
 *
 * @returns what was done, in words.
 * @throws {UsageError}
 */
export async function writeSafeFile(
  path: string,
  { chainId, contract }: Standing,
  steps: readonly Step[],
): Promise<string> {
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  if (needed.length === 0) return `Nothing to send, so ${path} was not written.`;
  if (needed.some(({ effect }) => effect.revert !== undefined)) {
    throw new UsageError(`${path} was not written: the contract refuses a call. Mend it first.`);
  }
  const senders = new Set(needed.map(({ sender }) => sender.address));
  if (senders.size > 1) {
    throw new UsageError(
      `${path} was not written: not all calls are one account's. Make a file for each account.`,
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

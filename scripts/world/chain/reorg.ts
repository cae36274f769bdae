import { randomBytes } from "node:crypto";
import { ChainControlError, type ReorgResult, type ReorgWay } from "#localChain/chainControls";
import type { ChainJournal } from "./chainJournal.ts";
import {
  findImpersonated,
  mineBlock,
  replayChain,
  sendSaved,
  sendUnsigned,
} from "./replayChain.ts";
import {
  type ChainEntry,
  isFailed,
  type SavedBlock,
  type SavedTransaction,
  type SendToNode,
  savedTransactions,
} from "./savedChain.ts";

/**
 * Replaces the last blocks by a branch with the same times that is one block longer, because the longer branch wins.
 *
 * @throws {ChainControlError} if the chain has fewer blocks, or mined them together with earlier ones.
 */
export async function replaceBlocks(
  journal: ChainJournal,
  count: number,
  way: ReorgWay,
): Promise<ReorgResult> {
  const send: SendToNode = (call) => journal.request(call);
  const request = (method: string, ...params: unknown[]) => send({ method, params });
  const index = findBlock(journal.entries, count);
  const impersonated = findImpersonated(journal.entries);
  const removed = journal.entries.slice(index);
  const wasAutomining = (await request("hardhat_getAutomine")) === true;
  await replayChain(send, await journal.rewind(index));
  const transactions = savedTransactions(removed);
  // A snapshot restores the transactions that were pending.
  for (const { hash } of transactions)
    await request("hardhat_dropTransaction", hash).catch(() => undefined);
  for (const entry of removed) if ("call" in entry) await replayChain(send, [entry]);

  await request("evm_setAutomine", false);
  const first = 1 + Number(await request("eth_blockNumber"));
  const blocks = removed.filter((entry) => !("call" in entry)) as SavedBlock[];
  const branch = way === "reorder" ? reorder(blocks) : blocks;
  // The node rejects a transaction without the funds or the nonce that its sender had on the old branch.
  const rejected = () => undefined;
  const sent: unknown[] = [];
  for (const block of branch) {
    for (const transaction of block.transactions) {
      if (way === "reorder") sent.push(await sendSaved(send, transaction).catch(rejected));
      if (way === "replace")
        sent.push(await sendUnsigned(send, empty(transaction)).catch(rejected));
    }
    // A new random value changes the hash even of an empty block.
    await mineBlock(send, { ...block, mixHash: `0x${randomBytes(32).toString("hex")}` });
  }
  await request("evm_mine");
  if (way === "pend") for (const each of transactions) await sendSaved(send, each).catch(rejected);
  for (const address of impersonated) await request("hardhat_impersonateAccount", address);
  await request("evm_setAutomine", wasAutomining);
  const failed = await Promise.all(
    // Safety: the node responds with the hash.
    sent.map((hash) => hash === undefined || isFailed(send, { hash: hash as `0x${string}` })),
  );
  return { first, transactions: transactions.length, failed: failed.filter(Boolean).length };
}

/** Returns the index of the entry that starts the last `count` blocks. */
function findBlock(entries: readonly ChainEntry[], count: number): number {
  let found = 0;
  for (let index = entries.length - 1; index >= 0 && found < count; index--) {
    const entry = entries[index];
    if (entry === undefined || "call" in entry) continue;
    found += entry.repeated?.count ?? 1;
    if (found === count) return index;
  }
  throw new ChainControlError(
    found < count
      ? `Only ${found} blocks can be replaced. Choose a lower number.`
      : `${found} blocks were mined at once, and can only be replaced together: reorg ${found}.`,
  );
}

/** Puts the transactions of the last block first, but each sender's in the order of their nonces. */
function reorder(blocks: readonly SavedBlock[]): SavedBlock[] {
  const original = blocks.flatMap(({ transactions }) => transactions);
  const reversed = original.toReversed();
  const next = new Map<string, SavedTransaction[]>();
  for (const each of original) next.set(each.from, [...(next.get(each.from) ?? []), each]);
  const order = reversed.flatMap(({ from }) => next.get(from)?.shift() ?? []);
  const sizes = blocks.map(({ transactions }) => transactions.length).toReversed();
  return blocks.map((block, index) => ({
    ...block,
    transactions: order.splice(0, sizes[index]),
  }));
}

/** Returns a transaction of the same sender and nonce that does nothing. */
function empty(transaction: SavedTransaction): SavedTransaction {
  return { ...transaction, to: transaction.from, value: "0x0", input: "0x" };
}

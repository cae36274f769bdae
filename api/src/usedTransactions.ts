import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { ChainNode, ViewCall } from "./chainNode.ts";

/** Numbers of the sequence that are read in one request: the request has about 20 kB, its response 10 kB. */
const numbersTogether = 64;

/** Whether an ID has been used by a block. */
type ReadUsed = (transactionID: string, blockNumber: bigint) => Promise<boolean>;

/**
 * Returns a function that reads whether an ID is used. Numbers are read with their neighbours, once for each newest
 * block: those that are issued and compared in one block are close to each other.
 */
export function createUsedTransactionReader(
  node: Pick<ChainNode, "keptBlock" | "readViews" | "view">,
): ReadUsed {
  let known = noRanges(undefined);

  return async (transactionID, blockNumber) => {
    const block = node.keptBlock;
    const number = asNumber(transactionID);
    if (number === undefined || block?.number !== blockNumber) {
      return isTransactionUsedAt(node, transactionID, blockNumber);
    }
    if (known.hash !== block.hash) known = noRanges(block.hash);
    const used = await readRange(Math.floor(number / numbersTogether), blockNumber);
    return used[number % numbersTogether] === true;
  };

  function readRange(range: number, blockNumber: bigint): Promise<readonly unknown[]> {
    const { ranges } = known;
    const found = ranges.get(range);
    if (found !== undefined) return found;
    const used = node.readViews(viewsOf(range), blockNumber);
    ranges.set(range, used);
    used.catch(() => ranges.delete(range));
    return used;
  }
}

/** Whether a transaction ID has been used by that block, read by itself. */
export async function isTransactionUsedAt(
  node: Pick<ChainNode, "view">,
  transactionID: string,
  blockNumber: bigint,
): Promise<boolean> {
  const question = { abi: fringeDriftersAbi, functionName: "usedTransactions" } as const;
  const args = [transactionID] as const;
  const data = await node.view(encodeFunctionData({ ...question, args }), blockNumber);
  return decodeFunctionResult({ ...question, data });
}

/** Answers about one block, by range. */
function noRanges(hash: Hex | undefined) {
  return { hash, ranges: new Map<number, Promise<readonly unknown[]>>() };
}

/** The number of an ID of the sequence; undefined for other texts, such as `007`. */
function asNumber(transactionID: string): number | undefined {
  const number = Number(transactionID);
  return Number.isSafeInteger(number) && String(number) === transactionID ? number : undefined;
}

function viewsOf(range: number): ViewCall[] {
  return Array.from({ length: numbersTogether }, (_, index) => ({
    functionName: "usedTransactions",
    args: [String(range * numbersTogether + index)],
  }));
}

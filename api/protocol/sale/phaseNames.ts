import {
  type Address,
  type Client,
  decodeEventLog,
  encodeEventTopics,
  numberToHex,
  type RpcLog,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { type BlockRange, readBackwards } from "#protocol/blockRanges";

/** Progress of the search for phases. */
export interface NameSearch {
  /** In the order found, newest first. */
  names: string[];
  /** Blocks scanned, of `total`. */
  done: bigint;
  total: bigint;
}

interface SearchOptions {
  /** Last block to scan. */
  blockNumber: bigint;
  onProgress?: (search: NameSearch) => void;
  /** Called before each request; if true, the search ends with what it has found. */
  shouldStop?: () => boolean;
}

const topics = (["PhaseAdjusted", "PhaseChanged"] as const).flatMap((eventName) =>
  encodeEventTopics({ abi: fringeDriftersAbi, eventName }),
);

/**
 * Finds the names of all phases in the collection's events, from the latest block back to its deployment.
 * Nodes limit the block range of a query, and `readBackwards` adapts to that.
 *
 * @throws {LogsUnavailableError | RpcEndpointError} or errors of the node's transport.
 */
export async function findPhaseNames(
  client: Client,
  collection: Address,
  { blockNumber, onProgress, shouldStop }: SearchOptions,
): Promise<string[]> {
  const first = await findDeployment(client, collection, blockNumber);
  const total = blockNumber - first + 1n;
  const names = new Set<string>();
  const read = (range: BlockRange) => readNames(client, collection, range);
  const ranges = readBackwards({ from: first, to: blockNumber, read, unavailable: noLogs });
  while (!shouldStop?.()) {
    const range = await ranges.next();
    if (range.done) break;
    const { from, events } = range.value;
    for (const name of events) names.add(name);
    onProgress?.({ names: [...names], done: blockNumber - from + 1n, total });
  }
  return [...names];
}

const noLogs =
  "This node does not serve the contract's events, so the names of its phases can't be found. Enter them, or use another node.";

async function readNames(
  client: Client,
  collection: Address,
  { from, to }: BlockRange,
): Promise<string[]> {
  const filter = {
    address: collection,
    topics: [topics],
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
  };
  // Safety: encodeEventTopics returns one topic per event, its signature.
  const logs = (await client.request({
    method: "eth_getLogs",
    params: [filter as never],
  })) as RpcLog[];
  return logs.map(nameIn).reverse();
}

function nameIn({ data, topics }: RpcLog): string {
  const { args } = decodeEventLog({ abi: fringeDriftersAbi, data, topics: topics as never });
  // Safety: the filter has only the two events that name a phase.
  return (args as { phase: string }).phase;
}

/** The first block with the contract, or 0 when the node has no old state. */
async function findDeployment(
  client: Client,
  collection: Address,
  newest: bigint,
): Promise<bigint> {
  let [lacks, has] = [-1n, newest];
  try {
    while (has - lacks > 1n) {
      const middle = (lacks + has) / 2n;
      const code = await client.request({
        method: "eth_getCode",
        params: [collection, numberToHex(middle)],
      });
      if (code === undefined || code === "0x") lacks = middle;
      else has = middle;
    }
    return has;
  } catch {
    return 0n;
  }
}

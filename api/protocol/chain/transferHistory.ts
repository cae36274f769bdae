import {
  type Address,
  type Client,
  encodeEventTopics,
  getAddress,
  type Hex,
  isAddressEqual,
  numberToHex,
  slice,
} from "viem";
import { collectionAbi } from "#chain/abi";
import type { DrifterId } from "../values/drifterId.ts";
import { type BlockRange, readBackwards } from "./blockRanges.ts";
import { RpcEndpointError } from "./rpcEndpointError.ts";

/** An owner, according to the last `Transfer` event at or before a block. */
export interface OwnerByEvents {
  owner: Address;
  /** Block number of that event. */
  since: bigint;
}

/** Determines owners at past blocks from events, which nodes retain longer than state. */
export interface TransferHistory {
  /**
   * Reads the owner at a block.
   * @returns undefined if the node returns no such event. @throws {LogsUnavailableError |
   * RpcEndpointError} or the transport's errors.
   */
  ownerAt(drifterId: DrifterId, blockNumber: bigint): Promise<OwnerByEvents | undefined>;
}

/** A `Transfer` log, as the Ethereum JSON-RPC specification defines it. */
interface TransferLog {
  address: Address;
  topics: readonly [signature: Hex, from: Hex, to: Hex, tokenId: Hex];
  blockNumber: Hex;
  logIndex: Hex;
  /** Whether the log's block is no longer part of the chain. */
  removed?: boolean;
}

interface Transfer {
  block: bigint;
  owner: Address;
}

/**
 * Creates a history that reads one token's events per query, for a few queries.
 *
 * @param maxRequests maximum number of accepted requests per query.
 */
export function createTransferHistory(
  client: Pick<Client, "request">,
  collection: Address,
  maxRequests?: number,
): TransferHistory {
  return {
    async ownerAt(drifterId, blockNumber) {
      const read = (range: BlockRange) => readTransfers(client, collection, range, drifterId);
      for await (const { events } of readBackwards({
        from: 0n,
        to: blockNumber,
        read,
        ...(maxRequests !== undefined && { maxRequests }),
      })) {
        const last = events.at(-1);
        if (last) return { owner: last.owner, since: last.block };
      }
      return undefined;
    },
  };
}

/**
 * Creates a history that reads all of the collection's events once, for many queries.
 *
 * @param onBlocksRead called after each request with the number of blocks read so far and in total.
 */
export function createWholeTransferHistory(
  client: Pick<Client, "request">,
  collection: Address,
  onBlocksRead?: (done: bigint, total: bigint) => void,
): TransferHistory {
  /** Each token's transfers up to the last block read, oldest first. */
  const transfers = new Map<DrifterId, Transfer[]>();
  let lastBlock = -1n;
  let reading: Promise<void> = Promise.resolve();

  return {
    async ownerAt(drifterId, blockNumber) {
      reading = reading.catch(() => undefined).then(() => readUntil(blockNumber));
      await reading;
      const last = transfers.get(drifterId)?.findLast(({ block }) => block <= blockNumber);
      return last && { owner: last.owner, since: last.block };
    },
  };

  async function readUntil(blockNumber: bigint): Promise<void> {
    if (blockNumber <= lastBlock) return;
    const newest = await readBlockNumber(client);
    const to = newest < blockNumber ? blockNumber : newest;
    const parts: (readonly (Transfer & { drifterId: DrifterId })[])[] = [];
    const read = (range: BlockRange) => readTransfers(client, collection, range);
    const ranges = readBackwards({ from: lastBlock + 1n, to, read });
    for await (const { from, events } of ranges) {
      parts.push(events);
      onBlocksRead?.(to - from + 1n, to - lastBlock);
    }
    for (const { drifterId, block, owner } of parts.reverse().flat()) {
      const list = transfers.get(drifterId);
      if (list) list.push({ block, owner });
      else transfers.set(drifterId, [{ block, owner }]);
    }
    lastBlock = to;
  }
}

async function readBlockNumber(client: Pick<Client, "request">): Promise<bigint> {
  // Safety: the Ethereum JSON-RPC specification defines this form.
  return BigInt((await client.request({ method: "eth_blockNumber" })) as Hex);
}

/**
 * Reads one token's or all tokens' transfers in a block range, oldest first.
 *
 * @throws {RpcEndpointError} if the node returns events that were not requested.
 */
async function readTransfers(
  client: Pick<Client, "request">,
  collection: Address,
  range: BlockRange,
  drifterId?: DrifterId,
): Promise<(Transfer & { drifterId: DrifterId })[]> {
  const topics = encodeEventTopics({
    abi: collectionAbi,
    eventName: "Transfer",
    ...(drifterId !== undefined && { args: { tokenId: BigInt(drifterId) } }),
  });
  const filter = {
    address: collection,
    topics,
    fromBlock: numberToHex(range.from),
    toBlock: numberToHex(range.to),
  };
  // Safety: the contract's `Transfer` has three indexed arguments; `isRequested` checks the used fields.
  const logs = (await client.request({
    method: "eth_getLogs",
    params: [filter as never],
  })) as unknown as TransferLog[];
  if (!logs.every((log) => isRequested(log, { collection, range, topics }))) {
    throw new RpcEndpointError(
      "The node returned events that were not requested, so it can't be trusted: use another node.",
    );
  }
  return [...logs]
    .sort((a, b) => compareHex(a.blockNumber, b.blockNumber) || compareHex(a.logIndex, b.logIndex))
    .map(({ topics: [, , receiver, tokenId], blockNumber }) => ({
      drifterId: BigInt(tokenId).toString(),
      block: BigInt(blockNumber),
      owner: getAddress(slice(receiver, 12)),
    }));
}

interface Requested {
  collection: Address;
  range: BlockRange;
  topics: ReturnType<typeof encodeEventTopics>;
}

/** Whether a log was requested. */
function isRequested(
  { address, topics, blockNumber, removed }: TransferLog,
  { collection, range, topics: requested }: Requested,
): boolean {
  const block = BigInt(blockNumber);
  return (
    removed !== true &&
    isAddressEqual(address, collection) &&
    topics.length === 4 &&
    requested.every((topic, index) => topic === null || topic === topics[index]) &&
    block >= range.from &&
    block <= range.to
  );
}

function compareHex(a: Hex, b: Hex): number {
  return Number(BigInt(a) - BigInt(b));
}

import {
  type Address,
  type Client,
  encodeEventTopics,
  getAddress,
  type Hex,
  numberToHex,
  slice,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { type BlockRange, readBackwards } from "./blockRanges.ts";
import type { DrifterId } from "./drifterId.ts";

/** An owner, by the last `Transfer` at or before a block. */
export interface OwnerByEvents {
  owner: Address;
  /** The block of that event. */
  since: bigint;
}

/** Reads owners of past blocks from events, which nodes keep longer than state. */
export interface TransferHistory {
  /**
   * @returns undefined if the node has no such event.
   * @throws {LogsUnavailableError} or errors of the node's transport.
   */
  ownerAt(drifterId: DrifterId, blockNumber: bigint): Promise<OwnerByEvents | undefined>;
}

/** A `Transfer`, as the Ethereum JSON-RPC specification describes it. */
interface TransferLog {
  topics: readonly [signature: Hex, from: Hex, to: Hex, tokenId: Hex];
  blockNumber: Hex;
  logIndex: Hex;
}

interface Transfer {
  block: bigint;
  owner: Address;
}

const unavailable =
  "This node does not serve the contract's events, so it cannot tell earlier owners. Use another node.";

/** Reads the events of one drifter for each question: for a few questions. */
export function createTransferHistory(
  client: Pick<Client, "request">,
  collection: Address,
): TransferHistory {
  return {
    async ownerAt(drifterId, blockNumber) {
      const read = (range: BlockRange) => readTransfers(client, collection, range, drifterId);
      for await (const { events } of readBackwards({
        from: 0n,
        to: blockNumber,
        read,
        unavailable,
      })) {
        const last = events.at(-1);
        if (last) return { owner: last.owner, since: last.block };
      }
      return undefined;
    },
  };
}

/** Reads the events of the whole collection once: for many questions. */
export function createWholeTransferHistory(
  client: Pick<Client, "request">,
  collection: Address,
): TransferHistory {
  /** Transfers of each drifter up to block `known`, oldest first. */
  const transfers = new Map<DrifterId, Transfer[]>();
  let known = -1n;
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
    if (blockNumber <= known) return;
    const newest = await readBlockNumber(client);
    const to = newest < blockNumber ? blockNumber : newest;
    const parts: (readonly (Transfer & { drifterId: DrifterId })[])[] = [];
    const read = (range: BlockRange) => readTransfers(client, collection, range);
    for await (const { events } of readBackwards({ from: known + 1n, to, read, unavailable })) {
      parts.push(events);
    }
    for (const { drifterId, block, owner } of parts.reverse().flat()) {
      const list = transfers.get(drifterId);
      if (list) list.push({ block, owner });
      else transfers.set(drifterId, [{ block, owner }]);
    }
    known = to;
  }
}

async function readBlockNumber(client: Pick<Client, "request">): Promise<bigint> {
  // Safety: the Ethereum JSON-RPC specification defines this form.
  return BigInt((await client.request({ method: "eth_blockNumber" })) as Hex);
}

/** Reads the transfers of a range of blocks, oldest first; of all drifters or one. */
async function readTransfers(
  client: Pick<Client, "request">,
  collection: Address,
  { from, to }: BlockRange,
  drifterId?: DrifterId,
): Promise<(Transfer & { drifterId: DrifterId })[]> {
  const filter = {
    address: collection,
    topics: encodeEventTopics({
      abi: fringeDriftersAbi,
      eventName: "Transfer",
      ...(drifterId !== undefined && { args: { tokenId: BigInt(drifterId) } }),
    }),
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
  };
  // Safety: the contract's `Transfer` has three indexed arguments.
  const logs = (await client.request({
    method: "eth_getLogs",
    params: [filter as never],
  })) as unknown as TransferLog[];
  return logs
    .toSorted((a, b) => order(a.blockNumber, b.blockNumber) || order(a.logIndex, b.logIndex))
    .map(({ topics: [, , receiver, tokenId], blockNumber }) => ({
      drifterId: BigInt(tokenId).toString(),
      block: BigInt(blockNumber),
      owner: getAddress(slice(receiver, 12)),
    }));
}

function order(a: Hex, b: Hex): number {
  return Number(BigInt(a) - BigInt(b));
}

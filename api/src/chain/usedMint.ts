import {
  type Address,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import { isRejected } from "./endpoints.ts";
import type { ChainNode } from "./node.ts";
import { readPhase } from "./sale.ts";

/** The mint to find. */
export interface UsedMintQuery {
  minter: Address;
  /** Phase in the signed authorization. */
  phase: string;
  transactionID: string;
  /** Block at which the ID was unused. */
  since: bigint;
  /** Last block of the search. */
  blockNumber: bigint;
}

/** A mint: block, quantity and, if the minter itself sent it, transaction. */
export interface UsedMint {
  blockNumber: bigint;
  qty: bigint;
  transaction?: Hex;
}

/** Maximum number of mints read per wallet. */
const maxMints = 64;

/** Number of additional blocks to search before `since`, because of reorgs. */
const reorgDepth = 64n;

/**
 * Finds the mint that used a transaction ID. Events do not contain the ID, so this decodes the call
 * that the minter itself sent. For a contract wallet, it counts all tokens that the wallet
 * received, other than gifts, in the block in which the ID was used. Undefined if the result is
 * uncertain: events are missing, or the node has pruned that block's state.
 */
export async function findUsedMint(
  node: ChainNode,
  query: UsedMintQuery,
): Promise<UsedMint | undefined> {
  const { minter, since, blockNumber } = query;
  const from = since > reorgDepth ? since - reorgDepth : 0n;
  const { startingPoint, endPoint } = await readPhase(node, query.phase, blockNumber);
  const logs = (await mintLogs(node, { to: minter, from, until: blockNumber })).filter(
    ({ tokenId }) => tokenId >= startingPoint && tokenId < endPoint,
  );
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  for (const hash of hashes.slice(0, maxMints)) {
    const own = logs.filter(({ transactionHash }) => transactionHash === hash);
    const qty = await readOwnMint(node, query, hash);
    const [first] = own;
    if (qty === undefined || first === undefined) continue;
    const { blockNumber } = first;
    return BigInt(own.length) < qty ? undefined : { blockNumber, qty, transaction: hash };
  }
  const blocks = [...new Set(logs.map((log) => log.blockNumber))];
  for (const block of blocks.slice(0, maxMints)) {
    if (!(await wasUsedAt(node, query, block))) continue;
    const qty = await countReceived(node, query, block);
    return qty === undefined ? undefined : { blockNumber: block, qty };
  }
  return undefined;
}

/** Returns the quantity if the minter itself sent this transaction to mint under the ID. */
async function readOwnMint(
  node: ChainNode,
  { minter, transactionID }: UsedMintQuery,
  hash: Hex,
): Promise<bigint | undefined> {
  const { from, to, input } = await node.client.getTransaction({ hash });
  if (!isAddressEqual(from, minter) || to === null || !isAddressEqual(to, node.collection)) return;
  const call = decodeCall(input);
  if (call?.functionName !== collectionConfig.mintFunction || call.args[2] !== transactionID)
    return undefined;
  return call.args[3];
}

async function wasUsedAt(
  node: ChainNode,
  { transactionID }: UsedMintQuery,
  block: bigint,
): Promise<boolean> {
  const [isUsed] = await node.areUsed([transactionID], block);
  if (!isUsed) return false;
  const [wasUsed] = await node.areUsed([transactionID], block - 1n);
  return !wasUsed;
}

/**
 * Returns how many tokens the minter received in a block, excluding gifts; undefined if one of the
 * phase's events is missing.
 */
async function countReceived(
  node: ChainNode,
  query: UsedMintQuery,
  block: bigint,
): Promise<bigint | undefined> {
  const [before, after, logs] = await Promise.all([
    readPhase(node, query.phase, block - 1n),
    readPhase(node, query.phase, block),
    mintLogs(node, { from: block, until: block }),
  ]);
  const isOfPhase = ({ tokenId }: MintLog) =>
    tokenId >= after.startingPoint && tokenId < after.endPoint;
  const minted = logs.filter(isOfPhase);
  if (BigInt(minted.length) !== after.currentCount - before.currentCount) return undefined;
  const own = minted.filter(({ to }) => isAddressEqual(to, query.minter));
  const hashes = new Set(own.map(({ transactionHash }) => transactionHash));
  let gifts = 0;
  for (const hash of hashes) gifts += await countGifts(node, query, hash);
  return BigInt(own.length - gifts);
}

/** Counts the phase's tokens that the transaction gave to the minter with `gift`. */
async function countGifts(
  node: ChainNode,
  { minter, phase }: UsedMintQuery,
  hash: Hex,
): Promise<number> {
  const { to, input } = await node.client.getTransaction({ hash });
  if (to === null || !isAddressEqual(to, node.collection)) return 0;
  const call = decodeCall(input);
  if (call?.functionName !== "gift" || call.args[0] !== phase) return 0;
  return call.args[1].filter((receiver) => isAddressEqual(receiver, minter)).length;
}

function decodeCall(input: Hex) {
  try {
    return decodeFunctionData({ abi: collectionAbi, data: input });
  } catch {
    return undefined;
  }
}

/** A minted token: its recipient, block and transaction. */
interface MintLog {
  to: Address;
  tokenId: bigint;
  blockNumber: bigint;
  transactionHash: Hex;
}

/** Filters mints by an inclusive block range and, if `to` is set, by recipient. */
interface MintFilter {
  to?: Address;
  from: bigint;
  until: bigint;
}

/** Maximum number of event requests when the node rejects long block ranges. */
const maxRanges = 64;

const event = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

/** Reads mints in block order. */
async function mintLogs(node: ChainNode, filter: MintFilter): Promise<MintLog[]> {
  const { to } = filter;
  let requestCount = 0;
  const read = async (from: bigint, until: bigint): Promise<MintLog[]> => {
    try {
      requestCount += 1;
      const logs = await node.client.getLogs({
        address: node.collection,
        event,
        args: { from: zeroAddress, ...(to && { to }) },
        fromBlock: from,
        toBlock: until,
        strict: true,
      });
      return logs.map(({ args, blockNumber, transactionHash }) => {
        return { to: args.to, tokenId: args.tokenId, blockNumber, transactionHash };
      });
    } catch (error) {
      if (from >= until || requestCount >= maxRanges || !isRejected(error)) throw error;
      const middle = (from + until) / 2n;
      const before = await read(from, middle);
      return [...before, ...(await read(middle + 1n, until))];
    }
  };
  return read(filter.from, filter.until);
}

import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { ChainNode, MintLog } from "./chainNode.ts";

/** Identifies the mint to find. */
export interface MintQuestion {
  minter: Address;
  /** Phase that the ID was signed for. */
  phase: string;
  transactionID: string;
  /** Block at which the ID was unused. */
  since: bigint;
  /** Last block to search. */
  blockNumber: bigint;
}

/** A mint: its block and quantity. */
export interface UsedMint {
  blockNumber: bigint;
  qty: bigint;
}

/** Mints of one wallet that are read at the most. */
const mostMints = 64;

/** Blocks before `since` that are searched too, because of reorgs. */
const reorganised = 64n;

/**
 * Finds the mint that used a transaction ID. Events do not contain the ID, so it decodes the call that the
 * minter itself sent. For a contract wallet, it counts all tokens that the wallet received in the block in which
 * the ID became used, minus those of `gift`. Undefined if that is uncertain: events are missing, or the node has
 * pruned the state of that block.
 */
export async function findUsedMint(
  node: ChainNode,
  collection: Address,
  question: MintQuestion,
): Promise<UsedMint | undefined> {
  const { minter, since, blockNumber } = question;
  const from = since > reorganised ? since - reorganised : 0n;
  const { startingPoint, endPoint } = await askPhase(node, question, blockNumber);
  const logs = (await node.mintLogs({ to: minter, from, until: blockNumber })).filter(
    ({ tokenId }) => tokenId >= startingPoint && tokenId < endPoint,
  );
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  for (const hash of hashes.slice(0, mostMints)) {
    const own = logs.filter(({ transactionHash }) => transactionHash === hash);
    const qty = await askOwnMint(node, collection, question, hash);
    const [first] = own;
    if (qty === undefined || first === undefined) continue;
    return BigInt(own.length) < qty ? undefined : { blockNumber: first.blockNumber, qty };
  }
  const blocks = [...new Set(logs.map((log) => log.blockNumber))];
  for (const block of blocks.slice(0, mostMints)) {
    if (!(await becameUsed(node, question, block))) continue;
    const qty = await countGiven(node, collection, question, block);
    return qty === undefined ? undefined : { blockNumber: block, qty };
  }
  return undefined;
}

/** Returns the quantity if the minter itself sent this transaction to mint under the ID. */
async function askOwnMint(
  node: ChainNode,
  collection: Address,
  { minter, transactionID }: MintQuestion,
  hash: Hex,
): Promise<bigint | undefined> {
  const { from, to, input } = await node.readTransaction(hash);
  if (!isAddressEqual(from, minter) || to === null || !isAddressEqual(to, collection)) return;
  const call = decodeCall(input);
  if (call?.functionName !== "FringeMint" || call.args[2] !== transactionID) return undefined;
  return call.args[3];
}

async function becameUsed(
  node: ChainNode,
  { transactionID }: MintQuestion,
  block: bigint,
): Promise<boolean> {
  const [isUsed] = await node.areUsed([transactionID], block);
  if (!isUsed || block === 0n) return false;
  const [wasUsed] = await node.areUsed([transactionID], block - 1n);
  return !wasUsed;
}

/** Tokens that the minter got in a block, without gifts; undefined unless every event of the phase is present. */
async function countGiven(
  node: ChainNode,
  collection: Address,
  question: MintQuestion,
  block: bigint,
): Promise<bigint | undefined> {
  const [before, after, logs] = await Promise.all([
    askPhase(node, question, block - 1n),
    askPhase(node, question, block),
    node.mintLogs({ from: block, until: block }),
  ]);
  const isOfPhase = ({ tokenId }: MintLog) =>
    tokenId >= after.startingPoint && tokenId < after.endPoint;
  const minted = logs.filter(isOfPhase);
  if (BigInt(minted.length) !== after.currentCount - before.currentCount) return undefined;
  const own = minted.filter(({ to }) => isAddressEqual(to, question.minter));
  const hashes = new Set(own.map(({ transactionHash }) => transactionHash));
  let gifts = 0;
  for (const hash of hashes) gifts += await countGifts(node, collection, question, hash);
  return BigInt(own.length - gifts);
}

/** Counts the tokens of the phase that the transaction gave the minter by `gift`. */
async function countGifts(
  node: ChainNode,
  collection: Address,
  { minter, phase }: MintQuestion,
  hash: Hex,
): Promise<number> {
  const { to, input } = await node.readTransaction(hash);
  if (to === null || !isAddressEqual(to, collection)) return 0;
  const call = decodeCall(input);
  if (call?.functionName !== "gift" || call.args[0] !== phase) return 0;
  return call.args[1].filter((receiver) => isAddressEqual(receiver, minter)).length;
}

function decodeCall(input: Hex) {
  try {
    return decodeFunctionData({ abi: fringeDriftersAbi, data: input });
  } catch {
    return undefined;
  }
}

async function askPhase(node: ChainNode, { phase }: MintQuestion, blockNumber: bigint) {
  const question = { abi: fringeDriftersAbi, functionName: "AllPhases" } as const;
  const data = await node.view(encodeFunctionData({ ...question, args: [phase] }), blockNumber);
  const [startingPoint, endPoint, currentCount] = decodeFunctionResult({ ...question, data });
  return { startingPoint, endPoint, currentCount };
}

import { Signature, Transaction, type TransactionLike } from "ethers";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import {
  type ChainEntry,
  isFailed,
  type SavedBlock,
  type SavedTransaction,
  type SendToNode,
} from "./savedChain.ts";

interface ReplayOptions {
  /**
   * Replaces the data of each transaction that has a key, because the contracts have changed: transactions then may
   * fail, and need more gas.
   */
  exchanged?: ReadonlyMap<SavedTransaction, string> | undefined;
  onProgress?: ReportProgress;
}

/** Differences between a saved chain and its replay. */
export interface ReplayResult {
  /** Number of the first block with a different hash. */
  firstDifferent: number | undefined;
  /** Transactions that succeeded when they were saved, and now fail. */
  failed: readonly SavedTransaction[];
}

/** Thrown if a saved chain cannot be replayed. */
export class ReplayError extends Error {
  override name = "ReplayError";
}

/**
 * Replays a saved chain on a new chain, with the same transactions, senders and times.
 *
 * @throws {ReplayError}
 */
export async function replayChain(
  send: SendToNode,
  entries: readonly ChainEntry[],
  { exchanged, onProgress }: ReplayOptions = {},
): Promise<ReplayResult> {
  const request = (method: string, ...params: unknown[]) => send({ method, params });
  let number = Number(await request("eth_blockNumber"));
  await request("evm_setAutomine", false);
  let automine = true;
  let firstDifferent: number | undefined;
  let time = 0;
  const impersonated = findImpersonated(entries);
  const failed: SavedTransaction[] = [];
  const settings = {};
  for (const [index, entry] of entries.entries()) {
    onProgress?.({ done: index + 1, total: entries.length });
    if ("call" in entry) {
      const [method, ...params] = entry.call;
      // These would interfere with the replay.
      if (method === "evm_setAutomine") automine = params[0] === true;
      else if (!/Impersonat|impersonate/.test(method)) await request(method, ...params);
      continue;
    }
    number += entry.repeated?.count ?? 1;
    if (Number(entry.timestamp) < time) {
      throw new ReplayError(`Block ${number} is dated before the previous block.`);
    }
    time = Number(entry.timestamp);
    const sent = await sendAll(send, entry, exchanged);
    const hash = await mineLike(send, entry, settings);
    if (hash !== entry.hash) firstDifferent ??= number;
    if (exchanged !== undefined) failed.push(...(await findFailed(send, entry, sent)));
  }
  for (const address of impersonated) await request("hardhat_impersonateAccount", address);
  await request("evm_setAutomine", automine);
  return { firstDifferent, failed };
}

/** Returns the addresses that the node still impersonates. */
export function findImpersonated(entries: readonly ChainEntry[]): Set<unknown> {
  const addresses = new Set<unknown>();
  for (const entry of entries) {
    const [method, address] = "call" in entry ? entry.call : [];
    if (method === "hardhat_impersonateAccount") addresses.add(address);
    if (method === "hardhat_stopImpersonatingAccount") addresses.delete(address);
  }
  return addresses;
}

/** Sends a block's transactions. @returns their hashes. */
async function sendAll(
  send: SendToNode,
  { transactions }: SavedBlock,
  exchanged: ReplayOptions["exchanged"],
): Promise<Map<SavedTransaction, unknown>> {
  const sent = new Map<SavedTransaction, unknown>();
  for (const transaction of transactions) {
    try {
      const hash = await (exchanged
        ? sendUnsigned(send, transaction, exchanged)
        : sendSaved(send, transaction));
      sent.set(transaction, hash);
    } catch (error) {
      if (exchanged) continue;
      throw new ReplayError(`The node rejects transaction ${transaction.hash}: ${error}`);
    }
  }
  return sent;
}

/** Fields that the node repeats in each block until they are changed. */
type BlockSettings = Partial<Record<"miner" | "gasLimit", string>>;

/** Mines a block with the same fields. @returns its hash. */
async function mineLike(send: SendToNode, block: SavedBlock, now: BlockSettings) {
  const request = (method: string, ...params: unknown[]) => send({ method, params });
  const { miner, gasLimit, baseFeePerGas } = block;
  if (miner !== undefined && miner !== now.miner) await request("hardhat_setCoinbase", miner);
  if (gasLimit !== undefined && gasLimit !== now.gasLimit)
    await request("evm_setBlockGasLimit", gasLimit);
  Object.assign(now, { miner, gasLimit });
  if (baseFeePerGas !== undefined)
    await request("hardhat_setNextBlockBaseFeePerGas", baseFeePerGas);
  await mineBlock(send, block);
  // Safety: the Ethereum JSON-RPC specification defines this form.
  const mined = (await request("eth_getBlockByNumber", "latest", false)) as { hash: string };
  return mined.hash;
}

/** Mines a block, or several at once, at the same time and with the same random value. */
export async function mineBlock(
  send: SendToNode,
  { timestamp, mixHash, repeated }: Pick<SavedBlock, "timestamp" | "mixHash" | "repeated">,
): Promise<void> {
  const request = (method: string, ...params: unknown[]) => send({ method, params });
  await request("hardhat_setPrevRandao", mixHash);
  await request("evm_setNextBlockTimestamp", timestamp);
  if (repeated === undefined) await request("evm_mine");
  else await request("hardhat_mine", `0x${repeated.count.toString(16)}`, repeated.interval);
}

async function findFailed(
  send: SendToNode,
  { transactions }: SavedBlock,
  sent: ReadonlyMap<SavedTransaction, unknown>,
): Promise<SavedTransaction[]> {
  const failed: SavedTransaction[] = [];
  for (const transaction of transactions) {
    // Safety: the node responds with the hash.
    const hash = sent.get(transaction) as SavedTransaction["hash"] | undefined;
    const isLost = hash === undefined || (await isFailed(send, { hash }));
    if (isLost && transaction.isFailed !== true) failed.push(transaction);
  }
  return failed;
}

/** Maximum gas of a transaction, https://eips.ethereum.org/EIPS/eip-7825 */
const maxGas = 16_777_216n;

/** Sends a transaction with its signature or, if it has none, by impersonating its sender. @returns its hash. */
export async function sendSaved(send: SendToNode, saved: SavedTransaction): Promise<unknown> {
  const raw = signedTransaction(saved);
  if (raw === undefined) return sendUnsigned(send, saved);
  return send({ method: "eth_sendRawTransaction", params: [raw] });
}

/** Sends a transaction by impersonating its sender. @returns its hash. */
export async function sendUnsigned(
  send: SendToNode,
  saved: SavedTransaction,
  exchanged?: ReplayOptions["exchanged"],
): Promise<unknown> {
  const { from, to, value, nonce } = saved;
  const data = exchanged?.get(saved) ?? saved.input;
  const doubled = 2n * BigInt(saved.gas);
  const limit = exchanged?.has(saved) || doubled > maxGas ? maxGas : doubled;
  // New code may need more gas than the saved limit.
  const gas = exchanged ? `0x${limit.toString(16)}` : saved.gas;
  const fees =
    saved.maxFeePerGas === undefined
      ? { gasPrice: saved.gasPrice }
      : {
          maxFeePerGas: saved.maxFeePerGas,
          maxPriorityFeePerGas: saved.maxPriorityFeePerGas,
        };
  await send({ method: "hardhat_impersonateAccount", params: [from] });
  try {
    return await send({
      method: "eth_sendTransaction",
      params: [{ from, ...(to && { to }), value, nonce, data, gas, ...fees }],
    });
  } finally {
    await send({ method: "hardhat_stopImpersonatingAccount", params: [from] });
  }
}

/** Returns the signed transaction; undefined if its sender was impersonated. */
function signedTransaction(saved: SavedTransaction): string | undefined {
  const { from, to, value, gas, input, r, s, v, type, gasPrice, authorizationList } = saved;
  const fields: TransactionLike = {
    to,
    type: Number(type),
    nonce: Number(saved.nonce),
    value,
    gasLimit: gas,
    data: input,
    signature: { r, s, v: Number(v) },
    chainId: saved.chainId ?? null,
    accessList: saved.accessList ?? null,
    maxFeePerGas: saved.maxFeePerGas ?? null,
    maxPriorityFeePerGas: saved.maxPriorityFeePerGas ?? null,
    gasPrice: saved.maxFeePerGas === undefined ? (gasPrice ?? null) : null,
    ...(authorizationList && {
      authorizationList: authorizationList.map(({ address, chainId, nonce, yParity, r, s }) => ({
        ...{ address, chainId: BigInt(chainId), nonce: BigInt(nonce) },
        signature: Signature.from({ r, s, yParity: yParity === "0x1" ? 1 : 0 }),
      })),
    }),
  };
  try {
    const transaction = Transaction.from(fields);
    const isSenders = transaction.from?.toLowerCase() === from.toLowerCase();
    return isSenders ? transaction.serialized : undefined;
  } catch {
    return undefined;
  }
}

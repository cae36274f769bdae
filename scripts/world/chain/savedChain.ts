import { Transaction, type TransactionLike } from "ethers";
import { z } from "zod";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import type { LocalChain } from "./localChain.ts";

const hexSchema = z.templateLiteral(["0x", z.string()]);

const transactionSchema = z.object({
  hash: hexSchema,
  from: hexSchema,
  to: z.nullable(hexSchema),
  nonce: hexSchema,
  value: hexSchema,
  gas: hexSchema,
  input: hexSchema,
  type: hexSchema,
  chainId: z.optional(hexSchema),
  gasPrice: z.optional(hexSchema),
  maxFeePerGas: z.optional(hexSchema),
  maxPriorityFeePerGas: z.optional(hexSchema),
  accessList: z.optional(
    z.array(z.object({ address: hexSchema, storageKeys: z.array(hexSchema) })),
  ),
  r: hexSchema,
  s: hexSchema,
  v: hexSchema,
});
export type SavedTransaction = z.infer<typeof transactionSchema>;

const blockSchema = z.object({
  hash: hexSchema,
  timestamp: hexSchema,
  mixHash: hexSchema,
  transactions: z.array(transactionSchema),
});

/** Every block after the first, as a node reports it, which is sufficient to replay the chain. */
export const savedChainSchema = z.array(blockSchema);
export type SavedChain = z.infer<typeof savedChainSchema>;

/** Maximum number of blocks, because Hardhat can mine millions of empty blocks in one call, too many to read. */
const maxBlocks = 20_000;

/** Reads all blocks. Throws if the chain is too long to save. */
export async function readChain({
  ethers: { provider },
}: Pick<LocalChain, "ethers">): Promise<SavedChain> {
  const height = Number(await provider.send("eth_blockNumber", []));
  if (height > maxBlocks) {
    throw new Error(`The chain has ${height} blocks; more than ${maxBlocks} cannot be saved.`);
  }
  const blocks: SavedChain = [];
  for (let number = 1; number <= height; number++) {
    const block = await provider.send("eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
    blocks.push(blockSchema.parse(block));
  }
  return blocks;
}

interface ReplayOptions {
  /** @returns the data to send instead of a transaction's own. */
  exchange?: ((transaction: SavedTransaction) => string | undefined) | undefined;
  onProgress?: ReportProgress;
}

/**
 * Replays a saved chain on a new chain, with the same transactions, senders and times.
 *
 * @returns the number of the first block that differs, if any.
 */
export async function replayChain(
  { ethers: { provider } }: Pick<LocalChain, "ethers">,
  blocks: SavedChain,
  { exchange = () => undefined, onProgress }: ReplayOptions = {},
): Promise<number | undefined> {
  await provider.send("evm_setAutomine", [false]);
  let firstOther: number | undefined;
  for (const [index, { hash, timestamp, mixHash, transactions }] of blocks.entries()) {
    for (const transaction of transactions)
      await send(provider, transaction, exchange(transaction));
    await provider.send("hardhat_setPrevRandao", [mixHash]);
    await provider.send("evm_setNextBlockTimestamp", [timestamp]);
    await provider.send("evm_mine", []);
    const mined = await provider.send("eth_getBlockByNumber", ["latest", false]);
    if (mined.hash !== hash) firstOther ??= index + 1;
    onProgress?.({ done: index + 1, total: blocks.length });
  }
  await provider.send("evm_setAutomine", [true]);
  return firstOther;
}

type Provider = LocalChain["ethers"]["provider"];

/** Sends a transaction with its signature or, if unsigned, by impersonating its sender. */
async function send(provider: Provider, saved: SavedTransaction, data: string | undefined) {
  const raw = data === undefined ? signedTransaction(saved) : undefined;
  if (raw !== undefined) return provider.send("eth_sendRawTransaction", [raw]);
  const { from, to, value, nonce, gas } = saved;
  const input = data ?? saved.input;
  // New code may need more gas than the saved limit.
  const limit = data === undefined ? { gas } : {};
  const fees =
    saved.maxFeePerGas === undefined
      ? { gasPrice: saved.gasPrice }
      : {
          maxFeePerGas: saved.maxFeePerGas,
          maxPriorityFeePerGas: saved.maxPriorityFeePerGas,
        };
  await provider.send("hardhat_impersonateAccount", [from]);
  await provider.send("eth_sendTransaction", [
    { from, ...(to && { to }), value, nonce, data: input, ...limit, ...fees },
  ]);
  await provider.send("hardhat_stopImpersonatingAccount", [from]);
}

/** Returns the signed transaction; undefined if its sender was impersonated. */
function signedTransaction(saved: SavedTransaction): string | undefined {
  const { from, to, value, gas, input, r, s, v, type, gasPrice } = saved;
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
  };
  try {
    const transaction = Transaction.from(fields);
    const isSenders = transaction.from?.toLowerCase() === from.toLowerCase();
    return isSenders ? transaction.serialized : undefined;
  } catch {
    return undefined;
  }
}

import { z } from "zod";

/** A JSON-RPC request to a node in this process. */
export interface NodeCall {
  method: string;
  params?: readonly unknown[] | object;
}

/** Sends a request to a node in this process. */
export type SendToNode = (call: NodeCall) => Promise<unknown>;

const hexSchema = z.templateLiteral(["0x", z.string()]);

const authorizationSchema = z.object({
  chainId: hexSchema,
  address: hexSchema,
  nonce: hexSchema,
  yParity: hexSchema,
  r: hexSchema,
  s: hexSchema,
});

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
  authorizationList: z.optional(z.array(authorizationSchema)),
  r: hexSchema,
  s: hexSchema,
  v: hexSchema,
  /** Whether the transaction reverted. */
  isFailed: z.optional(z.boolean()),
});
export type SavedTransaction = z.infer<typeof transactionSchema>;

const blockSchema = z.object({
  hash: hexSchema,
  timestamp: hexSchema,
  mixHash: hexSchema,
  // Snapshots of earlier versions lack these fields.
  miner: z.optional(hexSchema),
  gasLimit: z.optional(hexSchema),
  baseFeePerGas: z.optional(hexSchema),
  transactions: z.array(transactionSchema),
  /** The block is the first of several that `hardhat_mine` mined. It has all their transactions and the last one's hash. */
  repeated: z.optional(z.object({ count: z.int(), interval: hexSchema })),
});
export type SavedBlock = z.infer<typeof blockSchema>;

/** A request that changed the node without a block: the method, then its parameters. */
const callSchema = z.object({ call: z.tuple([z.string()], z.unknown()) });

export const chainEntrySchema = z.union([blockSchema, callSchema]);
/** A block as a node reports it, or a change between two blocks. */
export type ChainEntry = z.infer<typeof chainEntrySchema>;

/** Everything since the first block, which is sufficient to replay the chain. */
export const savedChainSchema = z.array(chainEntrySchema);

export async function readBlock(send: SendToNode, number: number): Promise<SavedBlock> {
  const params = [`0x${number.toString(16)}`, true];
  const block = blockSchema.parse(await send({ method: "eth_getBlockByNumber", params }));
  for (const transaction of block.transactions) {
    if (await isFailed(send, transaction)) transaction.isFailed = true;
  }
  return block;
}

/** Whether a transaction reverted, or is in no block. */
export async function isFailed(
  send: SendToNode,
  { hash }: Pick<SavedTransaction, "hash">,
): Promise<boolean> {
  // Safety: the Ethereum JSON-RPC specification defines this form.
  const receipt = (await send({ method: "eth_getTransactionReceipt", params: [hash] })) as {
    status: string;
  } | null;
  return receipt?.status !== "0x1";
}

/** Returns a saved chain's transactions in order. */
export function savedTransactions(entries: readonly ChainEntry[]): SavedTransaction[] {
  return entries.flatMap((entry) => ("call" in entry ? [] : entry.transactions));
}

import {
  BaseError,
  ContractFunctionZeroDataError,
  decodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** Where an authorisation was used. */
export interface Use {
  blockNumber: bigint;
  /** Absent when the mint came through another contract. */
  transaction?: Hex;
}

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

type Terms = Pick<SignedMintAuthorization, "contract" | "minter" | "transactionID">;

/**
 * Finds the block in which an authorisation was used, which it was by `latest`. A mint leaves nothing but its
 * transfers, so the states of old blocks are asked; where the node keeps none, the minter's mints are looked
 * through. Undefined when neither tells.
 */
export async function findUse(
  client: PublicClient,
  terms: Terms,
  latest: bigint,
): Promise<Use | undefined> {
  try {
    const blockNumber = await firstBlockWith(client, terms, latest);
    const transaction = await findMint(client, terms, blockNumber, blockNumber).catch(
      () => undefined,
    );
    return { blockNumber, ...(transaction && { transaction: transaction.transaction }) };
  } catch {
    return findMint(client, terms, 0n, latest).catch(() => undefined);
  }
}

/** Halves the time in which it was used until one block is left. */
async function firstBlockWith(client: PublicClient, terms: Terms, latest: bigint): Promise<bigint> {
  let [unused, used] = [-1n, latest];
  while (used - unused > 1n) {
    const middle = (unused + used) / 2n;
    if (await isUsedAt(client, terms, middle)) used = middle;
    else unused = middle;
  }
  return used;
}

async function isUsedAt(
  client: PublicClient,
  { contract: address, transactionID }: Terms,
  blockNumber: bigint,
): Promise<boolean> {
  const question = { abi: fringeDriftersAbi, functionName: "usedTransactions" } as const;
  try {
    return await client.readContract({ ...question, address, args: [transactionID], blockNumber });
  } catch (error) {
    // There was no contract at that time.
    const isEmpty =
      error instanceof BaseError &&
      error.walk((cause) => cause instanceof ContractFunctionZeroDataError);
    if (isEmpty) return false;
    throw error;
  }
}

/** The minter's own mint with this id, if one of its mints says so in its call. */
async function findMint(
  client: PublicClient,
  { contract: address, minter, transactionID }: Terms,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Required<Use> | undefined> {
  const args = { from: zeroAddress, to: minter };
  const logs = await client.getLogs({ address, event: transfer, args, fromBlock, toBlock });
  const mints = new Map(logs.map((log) => [log.transactionHash, log.blockNumber]));
  for (const [hash, blockNumber] of mints) {
    const { input } = await client.getTransaction({ hash });
    if (idIn(input) === transactionID) return { blockNumber, transaction: hash };
  }
  return undefined;
}

function idIn(input: Hex): string | undefined {
  try {
    const call = decodeFunctionData({ abi: fringeDriftersAbi, data: input });
    return call.functionName === "FringeMint" ? call.args[2] : undefined;
  } catch {
    return undefined;
  }
}

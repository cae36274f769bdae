import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  decodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { readSale, readUsed } from "#protocol/sale/saleFacts";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { type ConnectedChain, newestBlock } from "../contract/connect.ts";

/** Block and transaction in which an authorisation was used. */
export interface Use {
  blockNumber: bigint;
  /** Absent when the mint came through another contract. */
  transaction?: Hex;
}

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

type Terms = Pick<SignedMintAuthorization, "contract" | "minter" | "transactionID">;

/** Reads the sale, and whether a transaction ID is used, at the newest block. */
export function readUse(chain: ConnectedChain, address: Address, transactionID: string) {
  const { client, ask } = chain;
  return ask(async () => {
    const blockNumber = await newestBlock(chain, address);
    const [sale, isUsed] = await Promise.all([
      readSale(client, address, blockNumber),
      readUsed(client, address, transactionID, blockNumber),
    ]);
    return { blockNumber, sale, isUsed };
  });
}

/**
 * Finds the block in which an authorisation that was used by `latest` was used. A mint emits only its transfers, so
 * this bisects historical state; without an archive node it searches the minter's own mints.
 *
 * @returns undefined if neither finds it.
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

/** Bisects the blocks up to `latest`. */
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
    // The contract was not deployed yet.
    const isEmpty =
      error instanceof BaseError &&
      error.walk((cause) => cause instanceof ContractFunctionZeroDataError);
    if (isEmpty) return false;
    throw error;
  }
}

/** Finds the minter's own transaction with this ID in its calldata. */
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

import {
  type Address,
  decodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbiItem,
  zeroAddress,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import type { SignedMintAuthorization } from "#protocol/responses";
import { readSale, readUsed } from "#protocol/sale/saleFacts";
import { type ConnectedChain, newestBlock } from "../contract/connect.ts";

/** Block and transaction in which an authorization was used. */
export interface Use {
  blockNumber: bigint;
  transaction: Hex;
}

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

type Terms = Pick<SignedMintAuthorization, "contract" | "minter" | "transactionID">;

/** Reads the sale, and whether a transaction ID is used, at the newest block. */
export function readUse(chain: ConnectedChain, address: Address, transactionID: string) {
  const { client, read } = chain;
  return read(async () => {
    const blockNumber = await newestBlock(chain, address);
    const [sale, isUsed] = await Promise.all([
      readSale(client, address, blockNumber),
      readUsed(client, address, transactionID, blockNumber),
    ]);
    return { blockNumber, sale, isUsed };
  });
}

/**
 * Finds the minter's own transaction in whose calldata a used authorization's ID is: a mint emits only its transfers.
 *
 * @returns undefined if the mint came through another contract, or the node has no logs of its block.
 */
export async function findUse(
  client: PublicClient,
  { contract: address, minter, transactionID }: Terms,
  latest: bigint,
): Promise<Use | undefined> {
  const args = { from: zeroAddress, to: minter };
  const range = { fromBlock: 0n, toBlock: latest };
  const logs = await client.getLogs({ address, event: transfer, args, ...range }).catch(() => []);
  const mints = new Map(logs.map((log) => [log.transactionHash, log.blockNumber]));
  for (const [hash, blockNumber] of mints) {
    const { input } = await client.getTransaction({ hash }).catch(() => ({ input: "0x" as const }));
    if (idIn(input) === transactionID) return { blockNumber, transaction: hash };
  }
  return undefined;
}

function idIn(input: Hex): string | undefined {
  try {
    const call = decodeFunctionData({ abi: fringeDriftersAbi, data: input });
    return call.functionName === collectionConfig.mintFunction ? call.args[2] : undefined;
  } catch {
    return undefined;
  }
}

import type { Address } from "viem";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { readSale, readUsed } from "#sale/saleFacts";
import { createChain, type UsedMint } from "#service/chain";
import { type ConnectedChain, newestBlock } from "../contract/connect.ts";

const limits = { chainTimeoutMilliseconds: 15_000, blockLifeMilliseconds: 0 };

/** Reads the sale, and whether a transaction ID is used, at the latest block. */
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

/** Finds the mint that used an authorization; undefined if the node's responses do not identify the mint. */
export function findUse(
  { chainId, rpcUrls }: ConnectedChain,
  { contract, minter, phase, transactionID }: SignedMintAuthorization,
  blockNumber: bigint,
): Promise<UsedMint | undefined> {
  const chain = createChain({ chainId, rpcUrls, contract, ...limits });
  const query = { minter, phase, transactionID, since: 0n, blockNumber };
  return chain.readUsedMint(query).catch(() => undefined);
}

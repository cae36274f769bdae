import { type Address, getAddress, type Hex, zeroAddress } from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import type { Fixture } from "./fixture.ts";

/** A mint, read from the chain's events. */
export interface Mint {
  transaction: Hex;
  minter: Address;
  tokenIds: bigint[];
  block: bigint;
  /** The block's time, in seconds since 1970. */
  timestamp: bigint;
  /** Token price when the mint was executed, in wei. */
  price: bigint;
}

/** Mints and money, read from the chain rather than from the runner. */
export interface SaleEvents {
  mints: Mint[];
  /** The contract's balance before and after, and the withdrawn amount, in wei. */
  money: { before: bigint; after: bigint; withdrawn: bigint };
}

/** Reads the events in the blocks after `firstBlock`. */
export async function readSaleEvents(
  { client, contract: address }: Pick<Fixture, "client" | "contract">,
  firstBlock: bigint,
): Promise<SaleEvents> {
  const range = { fromBlock: firstBlock + 1n } as const;
  const logs = await client.getContractEvents({ abi, address, ...range });
  const times = new Map<bigint, bigint>();
  const mints = new Map<string, Mint>();
  let withdrawn = 0n;
  let price = await client.readContract({
    ...{ abi, address, blockNumber: firstBlock },
    functionName: collectionConfig.priceFunction,
  });
  for (const log of logs) {
    if (log.eventName === "PriceChanged") price = log.args.price ?? price;
    if (log.eventName === "FundsWithdrawn") withdrawn += log.args.amount ?? 0n;
    if (log.eventName !== "Transfer" || log.args.from !== zeroAddress) continue;
    const { blockNumber: block, transactionHash: transaction } = log;
    const { to = zeroAddress, tokenId = 0n } = log.args;
    const timestamp = times.get(block) ?? (await client.getBlock({ blockNumber: block })).timestamp;
    times.set(block, timestamp);
    const minter = getAddress(to);
    const mint = mints.get(transaction) ?? {
      transaction,
      minter,
      tokenIds: [],
      block,
      timestamp,
      price,
    };
    mint.tokenIds.push(tokenId);
    mints.set(transaction, mint);
  }
  const before = await client.getBalance({ address, blockNumber: firstBlock });
  const after = await client.getBalance({ address });
  return { mints: [...mints.values()], money: { before, after, withdrawn } };
}

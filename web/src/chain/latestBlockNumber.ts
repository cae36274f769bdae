import { type Client, hexToBigInt } from "viem";

/** Reads the latest block number without viem's cache: `getBlockNumber` may return a number that is seconds old. */
export async function latestBlockNumber(client: Client): Promise<bigint> {
  return hexToBigInt(await client.request({ method: "eth_blockNumber" }));
}

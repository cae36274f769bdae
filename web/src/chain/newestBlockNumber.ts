import { type Client, hexToBigInt } from "viem";

/** Reads the number of the newest block. viem's `getBlockNumber` may return one that it has kept for seconds. */
export async function newestBlockNumber(client: Client): Promise<bigint> {
  return hexToBigInt(await client.request({ method: "eth_blockNumber" }));
}

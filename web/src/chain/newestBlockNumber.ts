import { type Client, hexToBigInt } from "viem";

/** Reads the latest block number. viem's `getBlockNumber` may return one that it cached seconds ago. */
export async function newestBlockNumber(client: Client): Promise<bigint> {
  return hexToBigInt(await client.request({ method: "eth_blockNumber" }));
}

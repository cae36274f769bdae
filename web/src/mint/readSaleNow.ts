import type { Address, Client } from "viem";
import { readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { RehearsalUnsupportedError } from "#protocol/sale/rehearse";
import { readSale, type SaleFacts } from "#protocol/sale/saleFacts";

export interface SaleNow {
  blockNumber: bigint;
  sale: SaleFacts;
  /** Whether the node can try what has not happened; without that, not every rule can be asked. */
  canRehearse: boolean;
}

/** Reads the sale at one block: at once where the node can rehearse, else value by value. */
export async function readSaleNow(
  client: Client,
  collection: Address,
  blockNumber: bigint,
): Promise<SaleNow> {
  try {
    const { sale } = await readSale(client, collection, [], blockNumber);
    return { blockNumber, sale, canRehearse: true };
  } catch (error) {
    if (!(error instanceof RehearsalUnsupportedError)) throw error;
    const sale = await readEach(client, collection, blockNumber);
    return { blockNumber, sale, canRehearse: false };
  }
}

async function readEach(client: Client, address: Address, blockNumber: bigint): Promise<SaleFacts> {
  const at = { abi: fringeDriftersAbi, address, blockNumber } as const;
  const [isMinting, price, maxBatch, hardBatchLimit, signer, owner, totalSupply, maxSupply, name] =
    await Promise.all([
      readContract(client, { ...at, functionName: "isMinting" }),
      readContract(client, { ...at, functionName: "FD_PRICE" }),
      readContract(client, { ...at, functionName: "MAXBATCH" }),
      readContract(client, { ...at, functionName: "HARD_BATCH_LIMIT" }),
      readContract(client, { ...at, functionName: "signerAddress" }),
      readContract(client, { ...at, functionName: "owner" }),
      readContract(client, { ...at, functionName: "totalSupply" }),
      readContract(client, { ...at, functionName: "MAX_SUPPLY" }),
      readContract(client, { ...at, functionName: "CURRENTPHASE" }),
    ]);
  const [startingPoint, endPoint, currentCount] = await readContract(client, {
    ...at,
    functionName: "AllPhases",
    args: [name],
  });
  const phase = { name, startingPoint, endPoint, currentCount };
  return {
    isMinting,
    price,
    maxBatch,
    hardBatchLimit,
    signer,
    owner,
    totalSupply,
    maxSupply,
    phase,
  };
}

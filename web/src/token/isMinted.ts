import { readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { revertData } from "#protocol/chain/revertData";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../wallet/pageClient.ts";

export async function isMinted(drifterId: string): Promise<boolean> {
  const call = { abi: collectionAbi, address: runtimeConfig().contract } as const;
  try {
    await readContract(pageClient(), {
      ...call,
      functionName: "ownerOf",
      args: [BigInt(drifterId)],
    });
    return true;
  } catch (error) {
    if (revertData(error) !== undefined) return false;
    throw error;
  }
}

import { readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { revertData } from "#protocol/revertData";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../transactions/pageClient.ts";

export async function isMinted(drifterId: string): Promise<boolean> {
  const call = { abi: fringeDriftersAbi, address: runtimeConfig().contract } as const;
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

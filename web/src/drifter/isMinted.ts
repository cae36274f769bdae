import { BaseError, ContractFunctionRevertedError } from "viem";
import { readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../transactions/pageClient.ts";

export async function isMinted(drifterId: string): Promise<boolean> {
  const call = { abi: fringeDriftersAbi, address: runtimeConfig().contractAddress } as const;
  try {
    await readContract(pageClient(), {
      ...call,
      functionName: "ownerOf",
      args: [BigInt(drifterId)],
    });
    return true;
  } catch (error) {
    const isRevert = (each: unknown) => each instanceof ContractFunctionRevertedError;
    if (error instanceof BaseError && error.walk(isRevert)) return false;
    throw error;
  }
}

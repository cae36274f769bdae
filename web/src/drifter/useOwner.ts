import type { Address } from "viem";
import { useConnection, useReadContract, useWatchBlockNumber } from "wagmi";
import { fringeDriftersAbi } from "#chain/abi";
import { isDrifterId } from "#protocol/drifterId";
import { runtimeConfig } from "../env.ts";
import { isOwner } from "./isOwner.ts";

/**
 * The connected account, if the chain says that it owns the drifter now.
 * The chain is asked again at every new block; a failed read makes nobody the owner.
 */
export function useOwner(drifterId: string): Address | undefined {
  const { address, status } = useConnection();
  const enabled = status === "connected" && isDrifterId(drifterId);
  const read = useReadContract({
    abi: fringeDriftersAbi,
    address: runtimeConfig().contractAddress,
    functionName: "ownerOf",
    args: [enabled ? BigInt(drifterId) : 0n],
    query: { enabled },
  });
  useWatchBlockNumber({ enabled, onBlockNumber: () => void read.refetch() });
  const owner = enabled && read.isSuccess ? read.data : undefined;
  return isOwner(address, owner) ? address : undefined;
}

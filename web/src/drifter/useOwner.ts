import { type Address, BaseError, ContractFunctionRevertedError } from "viem";
import { useConnection, useReadContract, useWatchBlockNumber } from "wagmi";
import { fringeDriftersAbi } from "#chain/abi";
import { isDrifterId } from "#protocol/drifterId";
import { useIsOnline } from "../components/online.ts";
import { runtimeConfig } from "../env.ts";
import { isOwner } from "./isOwner.ts";

/** Whether the connected account owns a drifter; only `owned` counts as ownership. */
export type Ownership =
  | { status: "owned"; owner: Address }
  | { status: "asking" | "notOwned" | "unreachable" };

/**
 * Reads whether the connected account owns the drifter, again at every new block. A failed read counts as
 * not the owner.
 */
export function useOwner(drifterId: string): Ownership {
  const { address, status } = useConnection();
  const enabled = status === "connected" && isDrifterId(drifterId);
  const read = useReadContract({
    abi: fringeDriftersAbi,
    address: runtimeConfig().contractAddress,
    functionName: "ownerOf",
    args: [enabled ? BigInt(drifterId) : 0n],
    query: { enabled },
  });
  const isOnline = useIsOnline();
  useWatchBlockNumber({ enabled: enabled && isOnline, onBlockNumber: () => void read.refetch() });
  if (!enabled || read.isPending) return { status: "asking" };
  if (read.isError) return { status: isRevert(read.error) ? "notOwned" : "unreachable" };
  return address && isOwner(address, read.data)
    ? { status: "owned", owner: address }
    : { status: "notOwned" };
}

function isRevert(error: Error): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null;
}

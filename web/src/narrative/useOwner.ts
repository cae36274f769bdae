import { type Address, getAddress } from "viem";
import { useConnection, useReadContract, useWatchBlockNumber } from "wagmi";
import { collectionAbi } from "#chain/abi";
import { revertData } from "#protocol/chain/revertData";
import { isDrifterId } from "#protocol/values/drifterId";
import { useIsOnline } from "../chain/online.ts";
import { runtimeConfig } from "../env.ts";

/** Whether the connected account owns a token; only `owned` counts as ownership. */
type Ownership =
  | { status: "owned"; owner: Address }
  | { status: "loading" | "notOwned" | "unreachable" };

/**
 * Reads at every new block whether the connected account owns the token. A failed read counts as not owning the token.
 */
export function useOwner(drifterId: string): Ownership {
  const { address, status } = useConnection();
  const enabled = status === "connected" && isDrifterId(drifterId);
  const read = useReadContract({
    abi: collectionAbi,
    address: runtimeConfig().contract,
    functionName: "ownerOf",
    args: [enabled ? BigInt(drifterId) : 0n],
    query: { enabled },
  });
  const isOnline = useIsOnline();
  useWatchBlockNumber({ enabled: enabled && isOnline, onBlockNumber: () => void read.refetch() });
  if (!enabled || read.isPending) return { status: "loading" };
  if (read.isError)
    return { status: revertData(read.error) !== undefined ? "notOwned" : "unreachable" };
  return address && isOwner(address, read.data)
    ? { status: "owned", owner: address }
    : { status: "notOwned" };
}

/** Whether the connected account is the owner; false while either address is unknown. */
export function isOwner(connected: Address | undefined, owner: Address | undefined): boolean {
  if (!connected || !owner) return false;
  return getAddress(connected) === getAddress(owner);
}

import { type Address, getAddress } from "viem";

/** Whether the connected account is the owner; false while either is unknown. */
export function isOwner(connected: Address | undefined, owner: Address | undefined): boolean {
  if (!connected || !owner) return false;
  return getAddress(connected) === getAddress(owner);
}

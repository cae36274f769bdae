import { type Address, getAddress } from "viem";

/** Tells whether the connected account is the owner; nobody is while either is unknown. */
export function isOwner(connected: Address | undefined, owner: Address | undefined): boolean {
  if (!connected || !owner) return false;
  return getAddress(connected) === getAddress(owner);
}

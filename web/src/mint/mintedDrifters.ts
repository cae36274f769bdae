import { type Address, isAddressEqual, type Log, parseEventLogs, zeroAddress } from "viem";
import { fringeDriftersAbi } from "#chain/abi";

/** Returns the IDs that a transaction minted, in order, from the collection's Transfer logs. */
export function mintedDrifters(logs: Log[], collection: Address): string[] {
  return parseEventLogs({ abi: fringeDriftersAbi, eventName: "Transfer", logs })
    .filter(({ address }) => isAddressEqual(address, collection))
    .filter(({ args }) => isAddressEqual(args.from, zeroAddress))
    .map(({ args }) => String(args.tokenId));
}

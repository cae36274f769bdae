import { type Address, isAddressEqual, type Log, parseEventLogs, zeroAddress } from "viem";
import { fringeDriftersAbi } from "#chain/abi";

/** Ids of the drifters that a transaction has minted, in their order, by what the collection logged. */
export function mintedDrifters(logs: Log[], collection: Address): string[] {
  return parseEventLogs({ abi: fringeDriftersAbi, eventName: "Transfer", logs })
    .filter(({ address }) => isAddressEqual(address, collection))
    .filter(({ args }) => isAddressEqual(args.from, zeroAddress))
    .map(({ args }) => String(args.tokenId));
}

import type { Address } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { DrifterId } from "#protocol/drifterId";

/** The chain and the contract of all rounds. */
export const frontier = {
  chainId: 31_337,
  contractAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  blockNumber: 7,
} as const;

/** Hardhat's well-known accounts 0 to 3: between them they own every drifter. */
const owners = [0, 1, 2, 3].map((addressIndex) =>
  mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex,
  }),
);

/** The account that owns a drifter, with its key. */
export function ownerOf(drifterId: DrifterId) {
  const owner = owners[Number(BigInt(drifterId) % BigInt(owners.length))];
  if (owner === undefined) throw new Error("There are owners for every drifter.");
  return owner;
}

export function ownerAddress(drifterId: DrifterId): Address {
  return ownerOf(drifterId).address;
}

import type { Address } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { DrifterId } from "#protocol/drifterId";
import { localChainId, localContractAddress, localMnemonic } from "#protocol/localWorld";
import { fakeBlockNumber } from "../fakeNode.ts";

/** The chain and the contract of all rounds. */
export const fixture = {
  chainId: localChainId,
  contractAddress: localContractAddress,
  blockNumber: fakeBlockNumber,
} as const;

/** Hardhat's accounts 0 to 3, which own all drifters. */
const owners = [0, 1, 2, 3].map((addressIndex) =>
  mnemonicToAccount(localMnemonic, { addressIndex }),
);

/** Returns the account that owns a drifter, with its key. */
export function ownerOf(drifterId: DrifterId) {
  const owner = owners[Number(BigInt(drifterId) % BigInt(owners.length))];
  if (owner === undefined) throw new Error("There are owners for every drifter.");
  return owner;
}

export function ownerAddress(drifterId: DrifterId): Address {
  return ownerOf(drifterId).address;
}

import { getBytes } from "ethers";

/** Returns the intrinsic gas of a transaction with this calldata. */
export function intrinsicGas(calldata: string): number {
  const bytes = getBytes(calldata);
  const nonZero = bytes.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
  return 21_000 + 16 * nonZero + 4 * (bytes.length - nonZero);
}

/** Unavoidable costs of `FringeMint`, in gas. */
const parts = {
  /** One cold slot of configuration: minting on, price, limit and signer. */
  configuration: 2_100,
  /** The phase's count: a cold, non-zero slot that changes. */
  phaseCount: 5_000,
  /** The used transaction ID: one bit of a slot in use, which neighbouring numbers share. */
  usedTransaction: 5_000,
  /** One owner for the whole batch: a new slot. */
  owner: 22_100,
  newBalance: 22_100,
  changedBalance: 5_000,
  signatureRecovery: 3_100,
  /** `Transfer` has four topics and no data. */
  log: 1_875,
  hashing: 130,
  /** Code size of the minter, which is warm as the sender. */
  receiverCheck: 100,
} as const;

/** What a slot of its own for each transaction ID would add to the floor: a new slot instead of a bit. */
export const ownTransactionSlot = 22_100 - parts.usedTransaction;

/**
 * Returns the minimum gas of `FringeMint` with this calldata, if its transaction ID is a number of whose
 * neighbours one is used.
 */
export function mintFloor(calldata: string, quantity: number, firstTime: boolean): number {
  return (
    intrinsicGas(calldata) +
    parts.configuration +
    parts.phaseCount +
    parts.usedTransaction +
    parts.owner +
    (firstTime ? parts.newBalance : parts.changedBalance) +
    parts.signatureRecovery +
    parts.log * quantity +
    parts.hashing +
    parts.receiverCheck
  );
}

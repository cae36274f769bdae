import { getBytes } from "ethers";

/** Returns the intrinsic gas of a transaction with this calldata. */
export function intrinsicGas(calldata: string): number {
  const bytes = getBytes(calldata);
  const nonZero = bytes.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
  return 21_000 + 16 * nonZero + 4 * (bytes.length - nonZero);
}

const coldSlot = 2_100;
const changedSlot = 5_000;
const newSlot = 22_100;

/** Unavoidable gas cost of `FringeMint` for any quantity. */
const fixed =
  coldSlot + // Minting, price, limit and signer.
  changedSlot + // The phase's count.
  changedSlot + // The used transaction ID; neighboring numbers share the slot.
  newSlot + // The owner of all tokens.
  3_100 + // Signature recovery.
  130 + // Hashing.
  100; // The minter's code size for the receiver check; warm, because the minter is the sender.
/** Each token's event: `Transfer` has four topics and no data. */
const log = 1_875;

/** Returns the minimum gas for `FringeMint` with this calldata, if a neighboring transaction ID is already used. */
export function mintFloor(calldata: string, quantity: number, firstTime: boolean): number {
  const balance = firstTime ? newSlot : changedSlot;
  return intrinsicGas(calldata) + fixed + balance + log * quantity;
}

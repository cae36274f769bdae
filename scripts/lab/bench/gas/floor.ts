import { getBytes } from "ethers";

/** Gas that a transaction with this calldata pays before the first instruction runs. */
export function intrinsicGas(calldata: string): number {
  const bytes = getBytes(calldata);
  const nonZero = bytes.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
  return 21_000 + 16 * nonZero + 4 * (bytes.length - nonZero);
}

/** What no `FringeMint` can do without, in gas. */
const parts = {
  /** One cold word of configuration: is the sale on, its price, limit and signer. */
  configuration: 2_100,
  /** The count of the phase, a word that is not zero and changes. */
  phaseCount: 5_000,
  /** The authorisation's mark, a new word. */
  usedTransaction: 22_100,
  /** One owner for the whole batch, a new word. */
  owner: 22_100,
  newBalance: 22_100,
  changedBalance: 5_000,
  signatureRecovery: 3_100,
  /** `Transfer` has four topics and no data. */
  log: 1_875,
  hashing: 130,
  /** Asking whether the minter, warm as the sender, is a contract. */
  receiverCheck: 100,
} as const;

/** The least gas that `FringeMint` with this calldata can cost. */
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

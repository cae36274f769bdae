import { getBytes } from "ethers";

/** Returns the intrinsic gas of a transaction with this calldata. */
export function intrinsicGas(calldata: string): number {
  const bytes = getBytes(calldata);
  const nonZero = bytes.reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
  return 21_000 + 16 * nonZero + 4 * (bytes.length - nonZero);
}

interface FloorPart {
  gas: number;
  what: string;
}

/** Unavoidable costs of `FringeMint`, in gas. */
const parts = {
  configuration: { gas: 2_100, what: "one cold slot with minting, price, limit and signer" },
  phaseCount: { gas: 5_000, what: "the phase's count" },
  // Neighbouring numbers share the slot.
  usedTransaction: { gas: 5_000, what: "the transaction ID, one bit of a used slot" },
  owner: { gas: 22_100, what: "one new slot with the owner of all tokens" },
  newBalance: { gas: 22_100, what: "a first balance" },
  changedBalance: { gas: 5_000, what: "a changed balance" },
  signatureRecovery: { gas: 3_100, what: "recovering the signer" },
  // `Transfer` has four topics and no data.
  log: { gas: 1_875, what: "the event of each token" },
  hashing: { gas: 130, what: "hashing" },
  // The minter is warm as the sender.
  receiverCheck: { gas: 100, what: "the minter's code size" },
} as const satisfies Record<string, FloorPart>;

/** What a slot of its own for each transaction ID would add to the floor: a new slot instead of a bit. */
export const ownTransactionSlot = 22_100 - parts.usedTransaction.gas;

/** Returns the minimum gas of `FringeMint` with this calldata, if a neighbour of its transaction ID is used. */
export function mintFloor(calldata: string, quantity: number, firstTime: boolean): number {
  return (
    intrinsicGas(calldata) +
    parts.configuration.gas +
    parts.phaseCount.gas +
    parts.usedTransaction.gas +
    parts.owner.gas +
    (firstTime ? parts.newBalance.gas : parts.changedBalance.gas) +
    parts.signatureRecovery.gas +
    parts.log.gas * quantity +
    parts.hashing.gas +
    parts.receiverCheck.gas
  );
}

/** Returns the formula in words. */
export function describeFloor(): string {
  const { newBalance, changedBalance, ...others } = parts;
  const price = ({ gas, what }: FloorPart) => `${gas.toLocaleString("en")} for ${what}`;
  const balance = `${price(newBalance)} (${price(changedBalance)})`;
  return `the transaction's intrinsic gas, ${[...Object.values(others).map(price), balance].join(", ")}`;
}

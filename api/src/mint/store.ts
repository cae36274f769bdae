import type { Address } from "viem";

/** A collection, all of whose transaction ids come from one sequence. */
export interface SequenceOwner {
  chainId: number;
  contract: Address;
}

/** Whose slots: a wallet's, in one phase of one collection. */
export interface SlotHolder extends SequenceOwner {
  phase: string;
  minter: Address;
}

/**
 * One transaction id and what was signed under it. Signatures are not kept: the same key makes the same ones
 * again.
 */
export interface IssuedSlot {
  /** 1 for the first of a wallet in a phase, one more for each that follows. */
  number: number;
  /** A plain number of the collection's sequence; in old records also a text. */
  transactionID: string;
  /** The largest quantity that was ever signed under it. */
  largest: bigint;
  /** What its mint gave, from 1 to `largest`, once that is final; it never changes again. */
  settled: bigint | undefined;
  /** Newest block when it was opened: it was not used before. 0 in old records. */
  since: bigint;
}

/** The state of a collection's sequence of transaction IDs. */
export interface NumberSequence {
  /** The number that was handed out last; 0 before the first. */
  last: number;
  /** Who signed when it last moved; undefined before the first time. */
  signer: Address | undefined;
}

/** What is to be signed: a quantity under the slot of that number, or under a new one that follows the last. */
export interface SigningRequest {
  number: number;
  qty: bigint;
  /** The most that all slots of the wallet in the phase may count for together. */
  allowance: bigint;
  since: bigint;
  signer: Address;
}

/**
 * Remembers what was signed under which transaction id, for good. Every method throws `store.unavailable`
 * when the store cannot do what it is asked; what it returns is on disk.
 */
export interface AuthorizationStore {
  /** The slots of a wallet in a phase, the first one first. */
  issued(holder: SlotHolder): Promise<readonly IssuedSlot[]>;
  /**
   * Raises what a slot counts for to the quantity, or opens the next slot under the sequence's next number;
   * all slots of a wallet change one after the other, whichever process asks. Undefined, and nothing has
   * changed, when that does not fit what stands there now: the slot is settled or not the next one, or all
   * slots together would count for more than the allowance.
   */
  sign(holder: SlotHolder, request: SigningRequest): Promise<IssuedSlot | undefined>;
  /** Settles a slot at the minted quantity, unless it is settled or the quantity is not from 1 to its largest. */
  settle(holder: SlotHolder, number: number, qty: bigint): Promise<IssuedSlot>;
  sequence(owner: SequenceOwner): Promise<NumberSequence>;
  /** Moves the sequence on to a number, never back, and notes who signs from now on. */
  advance(owner: SequenceOwner, to: { last: number; signer: Address }): Promise<void>;
  close(): Promise<void>;
}

/** How much of the wallet's allowance a slot takes. */
export function countOf({ settled, largest }: Pick<IssuedSlot, "settled" | "largest">): bigint {
  return settled ?? largest;
}

/** How much all slots take, but for the one of that number. */
export function countWithout(slots: readonly IssuedSlot[], number: number): bigint {
  return slots.reduce((sum, slot) => (slot.number === number ? sum : sum + countOf(slot)), 0n);
}

/**
 * The slot after a signing request: the existing object when it covers the quantity already, undefined when the request
 * does not fit the slots.
 *
 * @param takeNumber returns the sequence's next number, for a new slot.
 */
export async function signSlot(
  slots: readonly IssuedSlot[],
  { number, qty, allowance, since }: Omit<SigningRequest, "signer">,
  takeNumber: () => Promise<string>,
): Promise<IssuedSlot | undefined> {
  const slot = slots[number - 1];
  if (slot === undefined && number !== slots.length + 1) return undefined;
  if (slot?.settled !== undefined) return undefined;
  if (slot !== undefined && qty <= slot.largest) return slot;
  if (countWithout(slots, number) + qty > allowance) return undefined;
  if (slot !== undefined) return { ...slot, largest: qty };
  return { number, transactionID: await takeNumber(), largest: qty, settled: undefined, since };
}

/** Whether a slot can be settled at a quantity. */
export function canSettle({ settled, largest }: IssuedSlot, qty: bigint): boolean {
  return settled === undefined && qty >= 1n && qty <= largest;
}

/** Whether a transaction id is a number of the service's own sequence. */
export function isSequenceNumber(transactionID: string): boolean {
  return /^\d+$/.test(transactionID);
}

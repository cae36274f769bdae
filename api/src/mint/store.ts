import type { Address } from "viem";

/** A collection; its transaction IDs come from one sequence. */
export interface SequenceOwner {
  chainId: number;
  contract: Address;
}

/** Holder of slots: a wallet in one phase of one collection. */
export interface SlotHolder extends SequenceOwner {
  phase: string;
  minter: Address;
}

/**
 * A transaction ID and the largest quantity signed under it. Signatures are not stored, because they are
 * deterministic.
 */
export interface IssuedSlot {
  /** Counts a wallet's slots in a phase, from 1. */
  number: number;
  /** A number of the collection's sequence; old records also have other texts. */
  transactionID: string;
  /** Largest quantity signed under it. */
  largest: bigint;
  /** Quantity that its mint gave, from 1 to `largest`; set once, when the mint is final. */
  settled: bigint | undefined;
  /** Latest block when it was opened, so it was not used before. 0 in old records. */
  since: bigint;
}

/** The state of a collection's sequence of transaction IDs. */
export interface NumberSequence {
  /** Last issued number; 0 before the first. */
  last: number;
  /** Signer when it last advanced; undefined before the first time. */
  signer: Address | undefined;
}

/** A quantity to sign, under an existing slot or the next one. */
export interface SigningRequest {
  number: number;
  qty: bigint;
  /** Maximum sum of the wallet's slots in the phase. */
  allowance: bigint;
  since: bigint;
  signer: Address;
}

/**
 * Stores permanently what was signed under which transaction ID. Every method throws `store.unavailable`
 * when the store fails; returned data is durable.
 */
export interface AuthorizationStore {
  /** Reads the slots of a wallet in a phase, in order. */
  issued(holder: SlotHolder): Promise<readonly IssuedSlot[]>;
  /**
   * Raises a slot to the quantity, or opens the next slot with the sequence's next number. Changes to a
   * wallet's slots are serialised across processes. Returns undefined and changes nothing when the slot is
   * settled or not the next one, or when the slots would exceed the allowance.
   */
  sign(holder: SlotHolder, request: SigningRequest): Promise<IssuedSlot | undefined>;
  /** Settles a slot at the minted quantity, unless it is settled or the quantity is not from 1 to its largest. */
  settle(holder: SlotHolder, number: number, qty: bigint): Promise<IssuedSlot>;
  sequence(owner: SequenceOwner): Promise<NumberSequence>;
  /** Advances the sequence to a number, never back, and stores the signer. */
  advance(owner: SequenceOwner, to: { last: number; signer: Address }): Promise<void>;
  close(): Promise<void>;
}

/** Returns how much of the allowance a slot uses. */
export function countOf({ settled, largest }: Pick<IssuedSlot, "settled" | "largest">): bigint {
  return settled ?? largest;
}

/** Returns how much of the allowance all other slots use. */
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

/** Whether a transaction ID is a number of the service's sequence. */
export function isSequenceNumber(transactionID: string): boolean {
  return /^\d+$/.test(transactionID);
}

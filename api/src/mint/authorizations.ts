import { type Address, getAddress } from "viem";
import { z } from "zod";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { ApiError } from "../base/apiError.ts";
import type { RecordKey, Records } from "../files/records.ts";

/** A slot holder: one wallet in one phase of one collection. */
export interface SlotHolder extends CollectionRef {
  phase: string;
  minter: Address;
}

/**
 * A transaction ID and the maximum quantity signed under it. Signatures are not stored because they are deterministic.
 */
export interface IssuedSlot {
  /** The ID, a number from the collection's sequence. */
  transactionID: string;
  /** Maximum quantity signed under the ID. */
  largest: bigint;
  /** Minted quantity, from 1 to `largest`; set once the mint is final. */
  settled?: bigint | undefined;
  /** Latest block when the slot was opened, at which the ID was unused. */
  since: bigint;
}

/** The state of a collection's transaction ID sequence. */
export interface NumberSequence {
  /** Last issued number; 0 before the first. */
  last: number;
  /** Signer at the last advance; undefined before the first. */
  signer: Address | undefined;
}

/** A quantity to sign, under an existing or the next slot. */
export interface SigningRequest {
  /** Index among the holder's slots. */
  index: number;
  qty: bigint;
  /** Maximum total over the wallet's slots in the phase. */
  allowance: bigint;
  since: bigint;
  signer: Address;
}

const bigintSchema = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: BigInt,
  encode: String,
});
const slotsSchema: z.ZodType<readonly IssuedSlot[]> = z.array(
  z.strictObject({
    transactionID: z.string(),
    largest: bigintSchema,
    settled: bigintSchema.optional(),
    since: bigintSchema,
  }),
);
const sequenceSchema = z.strictObject({ last: z.int().min(0), signer: z.string() });

/**
 * Durably records what was signed under which transaction ID. Each method throws `store.unavailable` if the records
 * cannot be read or written: nothing is signed for a wallet while its records are corrupt.
 */
export class Authorizations {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Reads a wallet's slots in a phase, in order. */
  async issued(holder: SlotHolder): Promise<readonly IssuedSlot[]> {
    return (
      (await convertStoreErrors(this.#records.read(formatSlotsKey(holder), slotsSchema))) ?? []
    );
  }

  /**
   * Raises a slot to the quantity, or opens the next slot with the sequence's next number. Returns undefined and
   * changes nothing if the slot is settled, the index skips a slot, or the slots would exceed the allowance.
   */
  async sign(holder: SlotHolder, request: SigningRequest): Promise<IssuedSlot | undefined> {
    const issued = await this.issued(holder);
    const isNext = issued.length === request.index && isWithinAllowance(issued, request);
    // The number stays unused if a concurrent request opens the slot.
    const transactionID = isNext ? await this.#takeNumber(holder, request.signer) : undefined;
    return this.#change(holder, request.index, (slots) => signSlot(slots, request, transactionID));
  }

  /**
   * Settles a slot at the minted quantity, unless the slot is already settled or the quantity is
   * not between 1 and `largest`.
   */
  async settle(holder: SlotHolder, index: number, qty: bigint): Promise<IssuedSlot> {
    const slot = await this.#change(holder, index, (slots) => {
      const slot = slots[index];
      return slot && canSettle(slot, qty) ? { ...slot, settled: qty } : slot;
    });
    if (slot === undefined) throw recordUnavailable(new Error(`There is no slot ${index}.`));
    return slot;
  }

  async sequence(owner: CollectionRef): Promise<NumberSequence> {
    const found = await convertStoreErrors(this.#records.read(sequenceKey(owner), sequenceSchema));
    if (found === undefined) return { last: 0, signer: undefined };
    return { last: found.last, signer: getAddress(found.signer) };
  }

  /** Advances the sequence to a number, never backward, and stores the signer. */
  async advance(owner: CollectionRef, to: { last: number; signer: Address }): Promise<void> {
    await convertStoreErrors(
      this.#records.update(sequenceKey(owner), sequenceSchema, (stands) => ({
        last: Math.max(stands?.last ?? 0, to.last),
        signer: to.signer,
      })),
    );
  }

  async #takeNumber(owner: CollectionRef, signer: Address): Promise<string> {
    let last = 0;
    const next = (stands: { last: number } | undefined) => {
      last = (stands?.last ?? 0) + 1;
      return { last, signer };
    };
    await convertStoreErrors(this.#records.update(sequenceKey(owner), sequenceSchema, next));
    return String(last);
  }

  /** Replaces one slot with the result of `change`, unless that is undefined or the same object. */
  async #change(
    holder: SlotHolder,
    index: number,
    change: (slots: readonly IssuedSlot[]) => IssuedSlot | undefined,
  ): Promise<IssuedSlot | undefined> {
    let slot: IssuedSlot | undefined;
    const replace = (slots: readonly IssuedSlot[] = []) => {
      slot = change(slots);
      if (slot === undefined || slot === slots[index]) return undefined;
      return [...slots.slice(0, index), slot, ...slots.slice(index + 1)];
    };
    await convertStoreErrors(this.#records.update(formatSlotsKey(holder), slotsSchema, replace));
    return slot;
  }
}

function formatSlotsKey({ chainId, contract, phase, minter }: SlotHolder): RecordKey {
  return ["mint", chainId, contract.toLowerCase(), phase, minter.toLowerCase()];
}

function sequenceKey({ chainId, contract }: CollectionRef): RecordKey {
  return ["sequence", chainId, contract.toLowerCase()];
}

async function convertStoreErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw recordUnavailable(cause);
  }
}

/** Converts a store failure to an authorization error. */
export function recordUnavailable(cause: unknown): ApiError {
  return new ApiError("store.unavailable", {
    detail:
      "The record of mint authorizations could not be read or written, so nothing was signed. Try again.",
    cause,
  });
}

/** Returns the part of the allowance that a slot uses. */
export function usedAllowance({
  settled,
  largest,
}: Pick<IssuedSlot, "settled" | "largest">): bigint {
  return settled ?? largest;
}

/** Returns the part of the allowance that all slots but one use. */
export function usedByOtherSlots(slots: readonly IssuedSlot[], index: number): bigint {
  return slots.reduce(
    (sum, slot, other) => (other === index ? sum : sum + usedAllowance(slot)),
    0n,
  );
}

/** Returns whether a slot can settle at a quantity. */
export function canSettle({ settled, largest }: IssuedSlot, qty: bigint): boolean {
  return settled === undefined && qty >= 1n && qty <= largest;
}

/** Returns whether a transaction ID is a number, like the IDs in the service's sequence. */
export function isSequenceNumber(transactionID: string): boolean {
  return /^\d+$/.test(transactionID);
}

function isWithinAllowance(
  slots: readonly IssuedSlot[],
  { index, qty, allowance }: Pick<SigningRequest, "index" | "qty" | "allowance">,
): boolean {
  return usedByOtherSlots(slots, index) + qty <= allowance;
}

/**
 * Returns the slot after a signing request: the existing object if it already covers the quantity,
 * undefined if the request does not match the slots.
 *
 * @param transactionID the ID for a new slot.
 */
function signSlot(
  slots: readonly IssuedSlot[],
  request: SigningRequest,
  transactionID: string | undefined,
): IssuedSlot | undefined {
  const { index, qty, since } = request;
  const slot = slots[index];
  if (slot?.settled !== undefined) return undefined;
  if (slot !== undefined && qty <= slot.largest) return slot;
  if (!isWithinAllowance(slots, request)) return undefined;
  if (slot !== undefined) return { ...slot, largest: qty };
  if (index !== slots.length || transactionID === undefined) return undefined;
  return { transactionID, largest: qty, since };
}

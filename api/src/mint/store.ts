import type { Address } from "viem";

/** Whose slots: a wallet's, in one phase of one collection. */
export interface SlotHolder {
  chainId: number;
  contract: Address;
  phase: string;
  minter: Address;
}

/** One authorisation that was given out. Its signature is not kept: the same key makes the same one again. */
export interface IssuedSlot {
  /** 1 for the first of a wallet in a phase, one more for each that follows. */
  number: number;
  transactionID: string;
  qty: bigint;
}

/**
 * Remembers every authorisation that was given out, for good. Every method throws `store.unavailable`
 * when the store cannot do what it is asked.
 */
export interface AuthorizationStore {
  /** The slots that a wallet has been given in a phase, the first one first. */
  issued(holder: SlotHolder): Promise<readonly IssuedSlot[]>;
  /**
   * Takes the slot after those there are. Whoever comes first to a number has it, in whichever process:
   * what is returned is what stands there, on disk.
   */
  take(holder: SlotHolder, slot: IssuedSlot): Promise<IssuedSlot>;
  close(): Promise<void>;
}

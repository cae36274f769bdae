import type { IssuedSlot, SigningRequest, SlotHolder } from "../../api/src/mint/store.ts";
import { account } from "./apiFixture.ts";

/** The wallet and phase whose slots the tests use. */
export const holder: SlotHolder = {
  chainId: 31_337,
  contract: account(9).address,
  phase: "Ember",
  minter: account(2).address,
};
export const signer = account(1).address;

/** A slot under which one quantity was signed. */
export const slot = (number: number, largest = 2n, transactionID = `${number}`): IssuedSlot => ({
  number,
  transactionID,
  largest,
  settled: undefined,
  since: 7n,
});
export const request = (number: number, qty = 2n, allowance = 2n ** 256n): SigningRequest => ({
  number,
  qty,
  allowance,
  since: 7n,
  signer,
});

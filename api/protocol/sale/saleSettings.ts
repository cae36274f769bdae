import { type Address, isAddressEqual } from "viem";
import type { SaleState } from "./rehearseCalls.ts";
import { safestOrder } from "./safeOrder.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** What the owner can set of the sale besides the phases' ranges. */
export interface SaleSettings {
  isMinting: boolean;
  /** Name of the phase that is sold. */
  phase: string;
  /** Wei for one token. */
  price: bigint;
  /** Most tokens of one mint. */
  maxBatch: bigint;
  signer: Address;
}

export function settingsOf({ phase, ...sale }: SaleFacts): SaleSettings {
  const { isMinting, price, maxBatch, signer } = sale;
  return { isMinting, phase: phase.name, price, maxBatch, signer };
}

interface Wish {
  settings: SaleSettings;
  /** Whether minting, if it is on, is off from the first of the calls to the last. */
  isPaused: boolean;
}

/**
 * Puts the calls that bring the settings about among those of the phases. Minting goes off before all else and on
 * after it, so that nobody mints from a sale that is half changed; if it stays on, they are in the safest order.
 */
export function withSettings(
  phaseCalls: readonly SaleCall[],
  now: SaleState,
  { settings: wanted, isPaused }: Wish,
): SaleCall[] {
  const settings = settingCalls(settingsOf(now.sale), wanted);
  const { isMinting } = now.sale;
  if (isMinting && wanted.isMinting && !isPaused) return safestOrder(now, phaseCalls, settings);
  const between = [...phaseCalls, ...settings];
  const isNeeded = isMinting !== wanted.isMinting || between.length > 0;
  return [
    ...(isMinting && isNeeded ? [toggle] : []),
    ...between,
    ...(wanted.isMinting && isNeeded ? [toggle] : []),
  ];
}

const toggle: SaleCall = { functionName: "toggleMint", args: [] };

function settingCalls(now: SaleSettings, wanted: SaleSettings): SaleCall[] {
  const calls: SaleCall[] = [];
  if (!isAddressEqual(now.signer, wanted.signer)) {
    calls.push({ functionName: "adjustSigner", args: [wanted.signer] });
  }
  if (now.price !== wanted.price) {
    calls.push({ functionName: "adjustPrice", args: [wanted.price] });
  }
  if (now.maxBatch !== wanted.maxBatch) {
    calls.push({ functionName: "adjustMaxBatch", args: [wanted.maxBatch] });
  }
  if (now.phase !== wanted.phase) {
    calls.push({ functionName: "changePhase", args: [wanted.phase] });
  }
  return calls;
}

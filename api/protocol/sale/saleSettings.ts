import type { Address } from "viem";
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

/**
 * Puts the calls that bring the settings about around those of the phases. Minting goes off before all else and on
 * after it, so that nobody mints from a sale that is half changed.
 */
export function withSettings(
  phaseCalls: readonly SaleCall[],
  now: SaleSettings,
  wanted: SaleSettings,
): SaleCall[] {
  const toggle: SaleCall[] =
    now.isMinting === wanted.isMinting ? [] : [{ functionName: "toggleMint", args: [] }];
  const settings: SaleCall[] = [];
  if (now.signer.toLowerCase() !== wanted.signer.toLowerCase()) {
    settings.push({ functionName: "adjustSigner", args: [wanted.signer] });
  }
  if (now.price !== wanted.price) {
    settings.push({ functionName: "adjustPrice", args: [wanted.price] });
  }
  if (now.maxBatch !== wanted.maxBatch) {
    settings.push({ functionName: "adjustMaxBatch", args: [wanted.maxBatch] });
  }
  if (now.phase !== wanted.phase) {
    settings.push({ functionName: "changePhase", args: [wanted.phase] });
  }
  const between = [...phaseCalls, ...settings];
  return wanted.isMinting ? [...between, ...toggle] : [...toggle, ...between];
}

import { isAddressEqual } from "viem";
import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";
import { findSetting } from "./saleSettings.ts";
import type { SaleState } from "./simulateCalls.ts";

/**
 * Whether every mint possible between two of the calls has terms that also apply before the first
 * call or after the last. Selling the old phase at the new price, for example, is unsafe.
 */
export function isSafeOrder(before: SaleState, calls: readonly SaleCall[]): boolean {
  const states = calls.map((_, index) => applyCalls(before, calls.slice(0, index + 1)));
  const after = states.at(-1) ?? before;
  return states.every((state) => isWithin(state, before) || isWithin(state, after));
}

/** Whether every mint possible in the first state is possible on the same terms in the second. */
function isWithin({ sale }: SaleState, { sale: other }: SaleState): boolean {
  if (!sale.isMinting) return true;
  return (
    other.isMinting &&
    sale.phase.name === other.phase.name &&
    sale.phase.startingPoint === other.phase.startingPoint &&
    sale.phase.endPoint <= other.phase.endPoint &&
    sale.price === other.price &&
    sale.maxBatch <= other.maxBatch &&
    isAddressEqual(sale.signer, other.signer)
  );
}

/** Returns the sale after the calls, assuming that the contract accepts all of them. */
export function applyCalls(state: SaleState, calls: readonly SaleCall[]): SaleState {
  return calls.reduce(applyCall, state);
}

function applyCall({ sale, phases }: SaleState, call: SaleCall): SaleState {
  if (call.functionName === "adjustPhases") {
    const [name, startingPoint, endPoint] = call.args;
    const phase = { ...findPhase(phases, name), startingPoint, endPoint };
    const others = phases.filter((each) => each.name !== name);
    const isActive = sale.phase.name === name;
    return { phases: [...others, phase], sale: isActive ? { ...sale, phase } : sale };
  }
  if (call.functionName === "toggleMint") {
    return { phases, sale: { ...sale, isMinting: !sale.isMinting } };
  }
  if (call.functionName === "changePhase") {
    return { phases, sale: { ...sale, phase: findPhase(phases, call.args[0]) } };
  }
  const value = call.functionName === "setRoyalty" ? call.args : call.args[0];
  return { phases, sale: { ...sale, [findSetting(call.functionName)]: value } };
}

function findPhase(phases: readonly PhaseFacts[], name: string): PhaseFacts {
  const existing = phases.find((phase) => phase.name === name);
  return existing ?? { name, startingPoint: 0n, endPoint: 0n, currentCount: 0n };
}

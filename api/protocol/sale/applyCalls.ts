import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";
import { settingOfCall } from "./saleSettings.ts";
import type { SaleState } from "./simulateCalls.ts";

/** Returns the sale after the calls, assuming that the contract accepts them all. */
export function applyCalls(state: SaleState, calls: readonly SaleCall[]): SaleState {
  return calls.reduce(applyCall, state);
}

function applyCall({ sale, phases }: SaleState, call: SaleCall): SaleState {
  if (call.functionName === "adjustPhases") {
    const [name, startingPoint, endPoint] = call.args;
    const phase = { ...phaseNamed(phases, name), startingPoint, endPoint };
    const others = phases.filter((each) => each.name !== name);
    const isActive = sale.phase.name === name;
    return { phases: [...others, phase], sale: isActive ? { ...sale, phase } : sale };
  }
  if (call.functionName === "toggleMint") {
    return { phases, sale: { ...sale, isMinting: !sale.isMinting } };
  }
  if (call.functionName === "changePhase") {
    return { phases, sale: { ...sale, phase: phaseNamed(phases, call.args[0]) } };
  }
  const [value] = call.args;
  return { phases, sale: { ...sale, [settingOfCall(call.functionName)]: value } };
}

function phaseNamed(phases: readonly PhaseFacts[], name: string): PhaseFacts {
  const known = phases.find((phase) => phase.name === name);
  return known ?? { name, startingPoint: 0n, endPoint: 0n, currentCount: 0n };
}

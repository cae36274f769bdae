import type { SaleState } from "./rehearseCalls.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** The sale as the calls leave it, if the contract accepts them all. */
export function applyCalls(state: SaleState, calls: readonly SaleCall[]): SaleState {
  return calls.reduce(applyCall, state);
}

function applyCall({ sale, phases }: SaleState, call: SaleCall): SaleState {
  switch (call.functionName) {
    case "toggleMint":
      return { phases, sale: { ...sale, isMinting: !sale.isMinting } };
    case "adjustPrice":
      return { phases, sale: { ...sale, price: call.args[0] } };
    case "adjustMaxBatch":
      return { phases, sale: { ...sale, maxBatch: call.args[0] } };
    case "adjustSigner":
      return { phases, sale: { ...sale, signer: call.args[0] } };
    case "changePhase":
      return { phases, sale: { ...sale, phase: phaseNamed(phases, call.args[0]) } };
    case "adjustPhases": {
      const [name, startingPoint, endPoint] = call.args;
      const phase = { ...phaseNamed(phases, name), startingPoint, endPoint };
      const others = phases.filter((each) => each.name !== name);
      const isSold = sale.phase.name === name;
      return { phases: [...others, phase], sale: isSold ? { ...sale, phase } : sale };
    }
  }
}

function phaseNamed(phases: readonly PhaseFacts[], name: string): PhaseFacts {
  const known = phases.find((phase) => phase.name === name);
  return known ?? { name, startingPoint: 0n, endPoint: 0n, currentCount: 0n };
}

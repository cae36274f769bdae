import { findInPhases, type PhaseFinding } from "./phaseFindings.ts";
import { changedIn, orderSteps } from "./phaseOrder.ts";
import { byId, type PhaseRange } from "./phaseRange.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { PhaseFacts } from "./saleFacts.ts";

/** Calls that turn the phases on chain into those of a draft. */
export interface PhasePlan {
  /** Every phase after the calls, in the order of IDs. */
  wanted: PhaseFacts[];
  findings: PhaseFinding[];
  /** Whether the contract would accept all calls. */
  canBeDone: boolean;
  /** In an order that the contract accepts, if there is one. */
  calls: SaleCall[];
}

interface Wish {
  onChain: readonly PhaseFacts[];
  /** Phases to create or change, each name once; other phases are kept. Points are below 2^64. */
  draft: readonly PhaseRange[];
  maxSupply: bigint;
}

/** Plans the calls for a draft of phases, without the chain; `simulateCalls` simulates them. */
export function planPhases({ onChain, draft, maxSupply }: Wish): PhasePlan {
  const wanted = overlay(onChain, draft).sort(byId);
  const findings = findInPhases({ wanted, onChain, maxSupply });
  const canBeDone = findings.every(({ isRefused }) => !isRefused);
  const steps = canBeDone ? orderSteps(onChain, wanted) : changedIn(onChain, wanted);
  return { wanted, findings, canBeDone, calls: steps.map(asCall) };
}

function overlay(onChain: readonly PhaseFacts[], draft: readonly PhaseRange[]): PhaseFacts[] {
  const phases = new Map(onChain.map((phase) => [phase.name, phase]));
  for (const { name, startingPoint, endPoint } of draft) {
    const currentCount = phases.get(name)?.currentCount ?? 0n;
    phases.set(name, { name, startingPoint, endPoint, currentCount });
  }
  return [...phases.values()];
}

function asCall({ name, startingPoint, endPoint }: PhaseRange): SaleCall {
  return { functionName: "adjustPhases", args: [name, startingPoint, endPoint] };
}

import { describeNewPhase, existingNames, newPhases } from "#sale/newPhases";
import { planPhases } from "#sale/phasePlan";
import { isSafeOrder } from "#sale/safeOrder";
import { saleWarnings } from "#sale/saleWarnings";
import { addSettingCalls } from "#sale/settingCalls";
import { runtimeConfig } from "../env.ts";
import { isPaused, readDraft, type SaleDraft } from "./saleDraft.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

/** A draft's calls and findings, before simulation. */
export type SalePlan = ReturnType<typeof planSale>;

export function planSale(state: SaleAtBlock, draft: SaleDraft) {
  const reading = readDraft(draft, state);
  const phases = planPhases({
    onChain: state.phases,
    draft: reading.ranges,
    maxSupply: state.sale.maxSupply,
  });
  const calls = addSettingCalls(phases.calls, state, {
    settings: reading.settings,
    isPaused: isPaused(draft),
  });
  const rejected = phases.findings.filter(({ isRejected }) => isRejected).map(({ text }) => text);
  return {
    ...phases,
    reading,
    calls,
    /** Sentences about what to fix before sending. */
    issues: [...reading.errors.values(), ...rejected],
    mintingStaysOn: !isSafeOrder(state, calls),
    warnings: [
      ...newPhases(state, calls).map((name) => describeNewPhase(name, existingNames(state))),
      ...saleWarnings(state, calls, runtimeConfig().chain.nativeCurrency.symbol),
    ],
  };
}

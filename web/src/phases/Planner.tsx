import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { segmentPhases } from "#protocol/sale/phaseSegments";
import { Calls } from "./Calls.tsx";
import { Findings } from "./Findings.tsx";
import { PhaseChart } from "./PhaseChart.tsx";
import { PhaseRows } from "./PhaseRows.tsx";
import { SaleNow } from "./SaleNow.tsx";
import { SettingFields } from "./SettingFields.tsx";
import { emptyDraft, hasChanges, pauseMinting, type SaleDraft, settleDraft } from "./saleDraft.ts";
import { planSale } from "./salePlan.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface PlannerProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  onDraft: (draft: SaleDraft) => void;
  /** Called when the chain's state differs from `sale`. */
  onChainMoved: () => void;
  namesNotice: ReactNode;
}

/** The draft with its picture, findings and calls. */
export function Planner({ sale, draft, onDraft, onChainMoved, namesNotice }: PlannerProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<readonly string[]>([]);
  const plan = planSale(sale, draft);
  const change = (changed: SaleDraft) => {
    setSent([]);
    onDraft(changed);
  };

  const settle = useEffectEvent(() => {
    const settled = settleDraft(draft, sale);
    if (JSON.stringify(settled) !== JSON.stringify(draft)) onDraft(settled);
  });
  // Only on a new block: while typing, a draft may equal the chain for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at each new block.
  useEffect(() => settle(), [sale.blockNumber]);

  return (
    <>
      <SaleNow sale={sale} />
      {namesNotice}
      <PhaseChart
        onChain={segmentPhases(sale.phases, sale.phases)}
        drafted={
          plan.reading.ranges.length > 0 ? segmentPhases(plan.wanted, sale.phases) : undefined
        }
      />
      <div className="phases__draft">
        <fieldset disabled={isBusy}>
          <legend className="visually-hidden">Draft</legend>
          <PhaseRows sale={sale} draft={draft} plan={plan} onDraft={change} />
          <Findings plan={plan} />
          <SettingFields sale={sale} draft={draft} faults={plan.reading.faults} onDraft={change} />
        </fieldset>
        {hasChanges(draft) && (
          <button
            type="button"
            className="button button--small phases__discard"
            disabled={isBusy}
            onClick={() => change(emptyDraft)}
          >
            Discard the draft
          </button>
        )}
      </div>
      <Calls
        sale={sale}
        plan={plan}
        sent={sent}
        onBusy={setIsBusy}
        onPause={() => change(pauseMinting(draft))}
        onChainMoved={onChainMoved}
        onSent={(call) => {
          setSent([...sent, call]);
          onChainMoved();
        }}
      />
    </>
  );
}

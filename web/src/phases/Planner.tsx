import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { formatEther } from "viem";
import { nouns } from "#protocol/values/noun";
import type { PlannedPhase } from "#protocol/wire/responses";
import { countIds, phaseTitle } from "#sale/phaseRange";
import { segmentPhases } from "#sale/phaseSegments";
import { Button } from "../components/Button.tsx";
import { runtimeConfig } from "../env.ts";
import { Calls } from "./Calls.tsx";
import { DuePlan } from "./DuePlan.tsx";
import { Notices } from "./Notices.tsx";
import { PhaseRows } from "./PhaseRows.tsx";
import { PhaseTable } from "./PhaseTable.tsx";
import { SettingFields } from "./SettingFields.tsx";
import {
  draftCalls,
  emptyDraft,
  hasChanges,
  pauseMinting,
  type SaleDraft,
  settleDraft,
} from "./saleDraft.ts";
import { planSale, type SalePlan } from "./salePlan.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface PlannerProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  onDraft: (draft: SaleDraft) => void;
  /** Called when the chain's state differs from `sale`. */
  onChainChange: () => void;
  namesNotice: ReactNode;
  history?: ReactNode;
  planned?: readonly PlannedPhase[];
}

/** Renders the draft with its table, findings and calls. */
export function Planner({ sale, draft, onDraft, onChainChange, ...parts }: PlannerProps) {
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
  // Only at a new block, because a draft may briefly equal the chain during typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at each new block.
  useEffect(() => settle(), [sale.blockNumber]);

  return (
    <>
      <SaleNow sale={sale} />
      {parts.namesNotice}
      <PhaseTable
        onChain={segmentPhases(sale.phases, sale.phases)}
        drafted={
          plan.reading.ranges.length > 0 ? segmentPhases(plan.wanted, sale.phases) : undefined
        }
      />
      {parts.history}
      <DuePlan
        sale={sale}
        planned={parts.planned ?? []}
        isBusy={isBusy}
        onDraft={(calls) => change(draftCalls(draft, sale, calls))}
      />
      <div className="stack">
        <fieldset className="stack stack--page" disabled={isBusy}>
          <legend className="visually-hidden">Draft</legend>
          <PhaseRows sale={sale} draft={draft} plan={plan} onDraft={change} />
          <Findings plan={plan} />
          <SettingFields sale={sale} draft={draft} errors={plan.reading.errors} onDraft={change} />
        </fieldset>
        {hasChanges(draft) && (
          <p>
            <Button isSmall disabled={isBusy} onClick={() => change(emptyDraft)}>
              Discard the draft
            </Button>
          </p>
        )}
      </div>
      <Calls
        sale={sale}
        plan={plan}
        sent={sent}
        onBusy={setIsBusy}
        onPause={() => change(pauseMinting(draft))}
        onChainChange={onChainChange}
        onSent={(call) => {
          setSent((earlier) => [...earlier, call]);
          onChainChange();
        }}
        onReorg={() => {
          setSent(sent.slice(0, -1));
          onChainChange();
        }}
      />
    </>
  );
}

/** Renders the draft's issues and warnings, updated while typing. */
function Findings({ plan: { findings, issues } }: { plan: SalePlan }) {
  const notes = findings.filter(({ isRejected }) => !isRejected).map(({ text }) => text);
  return (
    <section className="stack" aria-labelledby="findings-title">
      <h2 id="findings-title">Issues</h2>
      <div id="phases-findings" role="status">
        {issues.length === 0 ? (
          <p>No issues: the contract's rules allow these phases.</p>
        ) : (
          <Notices tone="alert" texts={issues} />
        )}
      </div>
      {notes.length > 0 && (
        <>
          <h3>Warnings</h3>
          <Notices texts={notes} />
        </>
      )}
    </section>
  );
}

/** Renders the current sale in a few sentences. */
function SaleNow({ sale: { sale, blockNumber } }: { sale: SaleAtBlock }) {
  const { phase, isMinting, price, maxBatch, totalSupply, maxSupply } = sale;
  const left = countIds(phase) - phase.currentCount;
  return (
    <p className="phases__words">
      {isMinting ? "Minting is on" : "Minting is off"}. {phaseTitle(phase.name)}{" "}
      {isMinting ? "is on sale" : "would be on sale"} at {formatEther(price)}{" "}
      {runtimeConfig().chain.nativeCurrency.symbol}, up to {maxBatch.toLocaleString("en")} per mint,
      with {left.toLocaleString("en")} of {countIds(phase).toLocaleString("en")} left.{" "}
      {totalSupply.toLocaleString("en")} of {maxSupply.toLocaleString("en")} {nouns} are minted.{" "}
      <span className="phases__block">Block {String(blockNumber)}.</span>
    </p>
  );
}

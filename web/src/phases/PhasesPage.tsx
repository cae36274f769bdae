import { useState } from "react";
import { pages } from "#protocol/wire/pages";
import { Button } from "../components/Button.tsx";
import { NotSaved } from "../components/NotSaved.tsx";
import { PageMessage } from "../components/PageMessage.tsx";
import { runtimeConfig } from "../env.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { useSalePlan } from "../sale/useSalePlan.ts";
import { outdatedMessage, saleFailure } from "./messages.ts";
import { NamesNotice } from "./NamesNotice.tsx";
import { Planner } from "./Planner.tsx";
import { SaleHistory } from "./SaleHistory.tsx";
import { draftedPhases, type SaleDraft, saleDraftStore, settingField } from "./saleDraft.ts";
import { usePhasedSale, usePhaseNames } from "./saleQueries.ts";
import "./PhasesPage.css";

/** Renders the phases and how they have sold for everyone, and the planner for the owner. */
export default function PhasesPage() {
  useDocumentTitle(pages.phases.title);
  const [draft, setDraft] = useDraft();
  const known = usePhaseNames();
  const planned = useSalePlan() ?? [];
  const names = new Set([
    ...(known.data ?? []),
    ...planned.map(({ name }) => name),
    ...draft.names,
    ...draftedPhases(draft),
    ...[draft.texts[settingField("phase")]].filter((name) => name !== undefined),
  ]);
  const sale = usePhasedSale([...names].sort());

  if (!sale.data) {
    return (
      <PageMessage title="Phases">
        {sale.error || sale.isPaused ? (
          <>
            <p role="alert">{saleFailure(sale.error)}</p>
            <p>
              <Button onClick={() => void sale.refetch()}>Try again</Button>
            </p>
          </>
        ) : (
          <p role="status">Loading the sale…</p>
        )}
      </PageMessage>
    );
  }
  return (
    <div className="phases stack stack--page">
      <h1>Phases</h1>
      <NotSaved>Your plan is lost when you leave.</NotSaved>
      {(sale.isError || sale.isPaused) && (
        <p className="notice notice--warning" role="status">
          {outdatedMessage(sale.data.blockNumber)}
        </p>
      )}
      <Planner
        sale={sale.data}
        draft={draft}
        onDraft={setDraft}
        onChainChange={() => void sale.refetch()}
        namesNotice={<NamesNotice names={known} sale={sale.data} />}
        history={<SaleHistory />}
        planned={planned}
      />
    </div>
  );
}

/** Returns the draft and a setter that stores each change in the browser. */
function useDraft(): [SaleDraft, (draft: SaleDraft) => void] {
  const [store] = useState(() => saleDraftStore(runtimeConfig()));
  const [draft, setDraft] = useState(() => store.read());
  return [
    draft,
    (changed) => {
      setDraft(changed);
      store.write(changed);
    },
  ];
}

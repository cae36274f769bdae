import type { PlannedPhase } from "#protocol/wire/responses";
import { phaseSupply } from "#sale/mintRules";
import type { SaleFacts } from "#sale/saleFacts";
import { saleSettings } from "#sale/saleSettings";
import { formatEthAmount } from "./messages.ts";
import type { SaleState } from "./saleState.ts";
import "./SaleSummary.css";

interface SaleSummaryProps {
  sale: SaleFacts;
  state: SaleState;
  /** The plan of the active phase. */
  planned: PlannedPhase | undefined;
}

/** Renders the active phase: how much of it is minted and, while it is for sale, the price. */
export function SaleSummary({ sale, state, planned }: SaleSummaryProps) {
  const { total, left } = phaseSupply(sale);
  // The owner sets the planned price before the phase opens.
  const terms =
    state === "not open" && planned
      ? { price: BigInt(planned.price), maxBatch: planned.maxPerMint }
      : sale;
  const facts = {
    ...((state === "open" || (state === "not open" && total > 0n)) && {
      [saleSettings.price.label]: formatEthAmount(terms.price),
      [saleSettings.maxBatch.label]: String(terms.maxBatch),
    }),
    Minted: `${sale.totalSupply.toLocaleString("en")} of ${sale.maxSupply.toLocaleString("en")}`,
  };
  return (
    <section className="sale" aria-label={state === "open" ? "For sale now" : "Sale"}>
      {total > 0n && (
        <>
          <h2 className="sale__phase">{sale.phase.name}</h2>
          <p className="sale__left">
            <strong>{String(left || total)}</strong> of {String(total)} {left ? "left" : "minted"}
          </p>
          <progress aria-hidden="true" max={Number(total)} value={Number(total - left)} />
        </>
      )}
      <dl className="facts">
        {Object.entries(facts).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders a placeholder while the sale loads. */
export function SaleSummarySkeleton() {
  return (
    <div className="sale" aria-busy="true">
      <p className="visually-hidden">Loading the sale…</p>
      <span className="sale__phase skeleton">&nbsp;</span>
      <span className="sale__left skeleton">&nbsp;</span>
      <span className="facts skeleton">&nbsp;</span>
    </div>
  );
}

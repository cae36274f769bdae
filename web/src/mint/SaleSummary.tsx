import { phaseSupply } from "#sale/mintRules";
import type { SaleFacts } from "#sale/saleFacts";
import { saleSettings } from "#sale/saleSettings";
import { inEther } from "./messages.ts";
import "./SaleSummary.css";

export function SaleSummary({ sale }: { sale: SaleFacts }) {
  const { total, left } = phaseSupply(sale);
  const isOn = sale.isMinting && left > 0n;
  return (
    <section className="sale" aria-label="For sale now">
      <p className="eyebrow">
        <span className="lamp" data-on={isOn} aria-hidden="true" />
        {sale.isMinting ? "Minting is on" : "Minting is off"}
      </p>
      <h2 className="sale__phase">{sale.phase.name || "No phase yet"}</h2>
      <p className="sale__left">
        <strong>{String(left)}</strong> of {String(total)} left
      </p>
      <progress aria-hidden="true" max={Number(total)} value={Number(left)} />
      <dl className="facts">
        <div>
          <dt>{saleSettings.price.label}</dt>
          <dd>{inEther(sale.price)}</dd>
        </div>
        <div>
          <dt>{saleSettings.maxBatch.label}</dt>
          <dd>{String(sale.maxBatch)}</dd>
        </div>
        <div>
          <dt>Minted</dt>
          <dd>{String(sale.totalSupply)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Placeholder of the summary while the sale loads. */
export function SaleSummarySkeleton() {
  return (
    <div className="sale" aria-busy="true">
      <p className="eyebrow">Loading the sale…</p>
      <span className="sale__phase skeleton">&nbsp;</span>
      <span className="sale__left skeleton">&nbsp;</span>
      <span className="facts skeleton">&nbsp;</span>
    </div>
  );
}

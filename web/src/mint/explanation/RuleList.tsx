import type { MintVerdict } from "#protocol/sale/mintHearing";
import "./RuleList.css";

/** What the contract says to each rule of a mint, in the order in which it asks them. */
export function RuleList({ verdicts }: { verdicts: readonly MintVerdict[] }) {
  return (
    <ol className="rules" aria-label="Rules, in the contract's order">
      {verdicts.map((verdict) => (
        <Rule key={verdict.rule} {...verdict} />
      ))}
    </ol>
  );
}

function Rule({ title, verdict, facts, reasons, fix, revert }: MintVerdict) {
  return (
    <li data-verdict={verdict}>
      <span className="rules__verdict">{verdict}</span>
      <div>
        <p className="rules__title">{title}</p>
        {facts && <p className="rules__facts">{facts}</p>}
        {reasons.map((reason) => (
          <p key={reason} className="rules__reason">
            {reason}
          </p>
        ))}
        {fix && <p className="rules__reason">{fix}</p>}
        {revert && (
          <p className="rules__revert">
            reverts with <code>{revert.title}</code>
          </p>
        )}
      </div>
    </li>
  );
}

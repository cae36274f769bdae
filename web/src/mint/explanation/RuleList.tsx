import type { RuleResult } from "#protocol/sale/evaluateRules";
import "./RuleList.css";

/** The result of each mint rule, in the contract's order. */
export function RuleList({ results }: { results: readonly RuleResult[] }) {
  return (
    <ol className="rules" aria-label="Rules, in the contract's order">
      {results.map((result) => (
        <Rule key={result.rule} {...result} />
      ))}
    </ol>
  );
}

function Rule({ title, result, facts, reasons, fix, revert }: RuleResult) {
  return (
    <li data-result={result}>
      <span className="rules__result">{result}</span>
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

import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { explanationJson } from "#sale/chainJson";
import { formatCall } from "#sale/collectionCalls";
import type { RuleResult } from "#sale/evaluateRules";
import type { MintExplanation } from "#sale/explainMint";
import { unsupportedMessage } from "#sale/simulate";
import { shortAddress } from "../../chain/shortAddress.ts";
import { CopyButton } from "../../components/CopyButton.tsx";
import { Notice } from "../../components/Notice.tsx";
import { formatEthAmount } from "../messages.ts";
import { Expert } from "./Expert.tsx";
import {
  type ExpertInput,
  expertSearchParams,
  type PageQuery,
  parseExpertInput,
  readExpertInput,
} from "./expertInput.ts";
import { type ExplanationQuery, useExplanation } from "./useExplanation.ts";
import "./Explanation.css";

interface ExplanationProps {
  page: PageQuery;
  blockNumber: bigint;
  /** Why the service does not authorize the connected wallet; undefined if the service does. */
  notAllowed?: string | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Renders every mint rule with its simulated result. */
export function Explanation({ isOpen, onToggle, ...mint }: ExplanationProps) {
  return (
    <details
      className="explanation"
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>Why can't I mint?</summary>
      {isOpen && <Rules {...mint} />}
    </details>
  );
}

function Rules({ page, blockNumber, notAllowed }: Omit<ExplanationProps, "isOpen" | "onToggle">) {
  const [input, setInput] = useExpertInput();
  const [isPreset] = useState(input.whatIf.length > 0);
  const { query, errors } = readExpertInput(input, page);
  const { wallet } = query;
  const mint = wallet && { ...query, wallet };
  const { data, isError, isPlaceholderData } = useExplanation(mint, blockNumber);
  const explanation = mint && (data ?? undefined);
  return (
    <div className="explanation__body stack stack--loose">
      <section className="stack" aria-label="Rules" aria-busy={isPlaceholderData}>
        {!mint && <p>Connect a wallet, or enter an address below, to check the rules.</p>}
        {mint && data === undefined && !isError && <p>Simulating the mint…</p>}
        {mint && data === null && <Notice>{unsupportedMessage}</Notice>}
        {isError && (
          <Notice tone="alert" role="none">
            Can't reach the network; the rules are checked again at the next block.
          </Notice>
        )}
        {explanation && (
          <>
            <p>
              {headline(explanation, mint, mint.wallet === page.wallet ? notAllowed : undefined)}{" "}
              Simulated: {String(explanation.qty)} for{" "}
              <code>{shortAddress(explanation.wallet)}</code>, paying{" "}
              {formatEthAmount(explanation.value)}, at block {String(explanation.blockNumber)}
              {explanation.whatIf.length > 0 &&
                `, after ${explanation.whatIf.map(({ call }) => formatCall(call)).join(", then ")}`}
              .
            </p>
            <ol className="rules" aria-label="Rules, in the contract's order">
              {resultsBeforeMint(explanation, mint.authorization).map((result) => (
                <Rule key={result.rule} {...result} />
              ))}
            </ol>
            <span className="row">
              <CopyButton
                text={explanationJson(explanation, mint.authorization)}
                label="Copy as JSON"
              />
            </span>
          </>
        )}
      </section>
      <details open={isPreset}>
        <summary>Try other values</summary>
        <Expert
          input={input}
          errors={errors}
          outcomes={explanation?.whatIf ?? []}
          onChange={setInput}
        />
      </details>
    </div>
  );
}

function headline(
  explanation: MintExplanation,
  { authorization }: ExplanationQuery,
  notAllowed: string | undefined,
): string {
  if (explanation.canMint) return "This mint would go through.";
  if (notAllowed !== undefined && authorization === undefined) return notAllowed;
  // Only the authorization is missing, and Mint requests it.
  if (resultsBeforeMint(explanation, authorization).every(({ result }) => result !== "failed")) {
    return `Ready to mint ${explanation.qty}. Authorization is requested when you press Mint.`;
  }
  return "This mint would fail.";
}

function Rule({ title, result, facts, reasons, fix, revert }: RuleResult) {
  return (
    <li className="stack" data-result={result}>
      <span className="rules__result small">{result}</span>
      <div>
        <strong>{title}</strong>
        {facts && <p>{facts}</p>}
        {[...reasons, fix].map((text) => text && <p key={text}>{text}</p>)}
        {revert && (
          <p>
            reverts with <code>{revert.title}</code>
          </p>
        )}
      </div>
    </li>
  );
}

/**
 * Returns the results to show before Mint is pressed: a missing authorization does not count as a
 * failure, because it is requested later.
 */
function resultsBeforeMint(
  { results }: Pick<MintExplanation, "results">,
  authorization: SignedMintAuthorization | undefined,
): RuleResult[] {
  if (authorization !== undefined) return [...results];
  return results.map((each) => {
    if (each.rule !== "AuthenticationFailed" || each.result !== "failed") return each;
    const { rule, title, facts } = each;
    return { rule, title, facts, result: "skipped", reasons: [requestedLater] };
  });
}

const requestedLater = "Authorization is requested when you press Mint.";

/** Returns the expert form's input, stored in the query string, and a setter. */
function useExpertInput(): [ExpertInput, (input: ExpertInput) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (input: ExpertInput) =>
    setAddress((now) => expertSearchParams(now, input), { replace: true });
  return [parseExpertInput(address), change];
}

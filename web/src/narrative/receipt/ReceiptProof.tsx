import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { NarrativeRecord } from "#protocol/narrative";
import type { ReceiptStep } from "#protocol/receipt";
import { runtimeConfig } from "../../env.ts";
import { receiptCheckQueryOptions } from "./checkReceipt.ts";
import { isNodes, proofSentence } from "./proofSentence.ts";
import { ReceiptCopies } from "./ReceiptCopies.tsx";
import { ReceiptFacts } from "./ReceiptFacts.tsx";
import "./ReceiptProof.css";

/** What a receipt says, a check of it in the browser with the site's node, and copies of it to keep. */
export default function ReceiptProof({ receipt }: { receipt: NarrativeRecord }) {
  const [endpoint = ""] = runtimeConfig().chain.rpcUrls.default.http;
  const check = useQuery(receiptCheckQueryOptions(receipt));
  const { host } = new URL(endpoint);

  return (
    <div className="receipt">
      <ReceiptFacts receipt={receipt} />
      <h2 className="receipt__title">Check</h2>
      <p role="status" className="receipt__result">
        {check.isFetching
          ? `Checking with the node at ${host}…`
          : check.isSuccess
            ? proofSentence(check.data, host, receipt.blockNumber)
            : wentWrong}
      </p>
      {check.isError && (
        <button type="button" className="button button--small" onClick={() => void check.refetch()}>
          Try again
        </button>
      )}
      {check.isSuccess && !check.isFetching && (
        <>
          <Steps
            name="Computed in your browser"
            steps={check.data.filter((step) => !isNodes(step))}
          />
          <Steps name={`According to the node at ${host}`} steps={check.data.filter(isNodes)} />
        </>
      )}
      <ReceiptCopies receipt={receipt} />
    </div>
  );
}

const wentWrong = "The check did not finish, so the receipt is not proved either way.";

function Steps({ name, steps }: { name: string; steps: readonly ReceiptStep[] }) {
  const id = useId();
  return (
    <div className="receipt__group">
      <p id={id} className="eyebrow">
        {name}
      </p>
      <ol className="receipt__steps" aria-labelledby={id}>
        {steps.map((step) => (
          <li
            key={step.name}
            data-outcome={step.outcome}
            data-basis={isNodes(step) ? "node" : "receipt"}
          >
            <strong>
              {step.name}: {step.outcome}.
            </strong>{" "}
            {step.finding}
          </li>
        ))}
      </ol>
    </div>
  );
}

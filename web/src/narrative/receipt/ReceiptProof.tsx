import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { NarrativeRecord } from "#protocol/narrative";
import type { ReceiptStep } from "#protocol/receipt";
import { runtimeConfig } from "../../env.ts";
import { receiptCheckQueryOptions } from "./checkReceipt.ts";
import { EndpointForm } from "./EndpointForm.tsx";
import { isNodes, proofSentence } from "./proofSentence.ts";
import { ReceiptCopies } from "./ReceiptCopies.tsx";
import { ReceiptFacts } from "./ReceiptFacts.tsx";
import "./ReceiptProof.css";

/** What a receipt says, a check of it in the browser with any RPC endpoint, and copies of it to keep. */
export default function ReceiptProof({ receipt }: { receipt: NarrativeRecord }) {
  const [configured = ""] = runtimeConfig().chain.rpcUrls.default.http;
  const [endpoint, setEndpoint] = useState(configured);
  const queryClient = useQueryClient();
  const query = receiptCheckQueryOptions(receipt, endpoint);
  const check = useQuery(query);
  const { host } = new URL(endpoint);

  function checkWith(url: string) {
    if (url === endpoint) void check.refetch();
    else setEndpoint(url);
  }

  return (
    <div className="receipt">
      <ReceiptFacts receipt={receipt} />
      <h2 className="receipt__title">Check it yourself</h2>
      <EndpointForm
        initial={configured}
        isChecking={check.isFetching}
        onCheck={checkWith}
        onStop={() => void queryClient.cancelQueries({ queryKey: query.queryKey })}
      />
      <p role="status" className="receipt__result">
        {check.isFetching
          ? `Checking with the node at ${host}…`
          : check.isSuccess
            ? proofSentence(check.data, host, receipt.blockNumber)
            : wentWrong}
      </p>
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

const wentWrong =
  "The check did not finish, so the receipt is not proved either way. Press Check to try again.";

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

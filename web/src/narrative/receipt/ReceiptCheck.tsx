import { useQuery } from "@tanstack/react-query";
import type { NarrativeRecord } from "#protocol/narrative";
import { type ReceiptProof, receiptProof, verifyReceipt } from "#protocol/receipt";
import { CopyButton } from "../../components/CopyButton.tsx";
import { runtimeConfig } from "../../env.ts";
import { createReceiptChain } from "./receiptChain.ts";
import "./ReceiptCheck.css";

/** Checks a receipt in the browser, shows each step, and offers the receipt and its text for download. */
export default function ReceiptCheck({ receipt }: { receipt: NarrativeRecord }) {
  const { drifterId, revision } = receipt;
  const check = useQuery({
    queryKey: ["receipt", receipt],
    // The chain's result may differ next time.
    gcTime: 0,
    queryFn: () => {
      const { chain, contractAddress } = runtimeConfig();
      const collection = { chainId: chain.id, contractAddress };
      return verifyReceipt(receipt, collection, createReceiptChain(runtimeConfig()));
    },
  });
  const json = JSON.stringify(receipt, null, 2);
  return (
    <div className="receipt">
      <p role="status" className="receipt__result">
        {check.isFetching
          ? "Checking…"
          : check.isSuccess
            ? proofWords[receiptProof(check.data)]
            : wentWrong}
      </p>
      {check.isSuccess && (
        <ol className="receipt__steps">
          {check.data.map((step) => (
            <li key={step.name} data-outcome={step.outcome}>
              <strong>
                {step.name}: {step.outcome}.
              </strong>{" "}
              {step.finding}
            </li>
          ))}
        </ol>
      )}
      <p className="receipt__note">
        The service sets time and revision; they aren't signed. This page was served by the same
        site. To trust neither, download the receipt and run{" "}
        <code>npm run verify -- {fileName(receipt)}</code> from this project's code.
      </p>
      <div className="receipt__actions">
        <button
          type="button"
          className="button button--small"
          disabled={check.isFetching}
          onClick={() => void check.refetch()}
        >
          Check again
        </button>
        <button
          type="button"
          className="button button--small"
          onClick={() => download(fileName(receipt), "application/json", json)}
        >
          Download receipt
        </button>
        <button
          type="button"
          className="button button--small"
          onClick={() => download(fileName(receipt, "md"), "text/markdown", receipt.narrative)}
        >
          Download text
        </button>
        <CopyButton key={`${drifterId}:${revision}`} text={json} label="Copy receipt" />
      </div>
    </div>
  );
}

const wentWrong = "The check failed to run, so the receipt is not proved either way. Check again.";

const proofWords: Record<ReceiptProof, string> = {
  proved: "This receipt is valid.",
  unproved: "No problems found, but some checks couldn't run.",
  false: "This receipt is invalid.",
};

function fileName({ drifterId, revision }: NarrativeRecord, extension = "json"): string {
  return `drifter-${drifterId}-revision-${revision}.${extension}`;
}

function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later, because Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

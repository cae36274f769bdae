import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type ReceiptStep, receiptProof } from "#protocol/receipt";
import type { NarrativeRecord } from "#protocol/responses";
import { Address } from "../../components/Address.tsx";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { scrollable } from "../../components/scrollable.ts";
import { runtimeConfig } from "../../env.ts";
import { exactTime } from "../history/when.ts";
import { proofMessages } from "../messages.ts";
import { receiptCheckQueryOptions } from "./checkReceipt.ts";
import "./ReceiptProof.css";

/** What a receipt says, a check of it in the browser with the site's node, and copies of it to keep. */
export default function ReceiptProof({ receipt }: { receipt: NarrativeRecord }) {
  const [endpoint = ""] = runtimeConfig().chain.rpcUrls.default.http;
  const check = useQuery(receiptCheckQueryOptions(receipt));
  const { host } = new URL(endpoint);

  return (
    <div className="receipt box stack">
      <ReceiptFacts receipt={receipt} />
      <h2 className="receipt__title sign">Check</h2>
      <p role="status">
        <strong>
          {check.isFetching
            ? `Checking with the node at ${host}…`
            : check.isSuccess
              ? proofSentence(check.data, host, receipt.blockNumber)
              : proofMessages.failed}
        </strong>
      </p>
      {check.isError && (
        <Button isSmall onClick={() => void check.refetch()}>
          Try again
        </Button>
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

function Steps({ name, steps }: { name: string; steps: readonly ReceiptStep[] }) {
  const id = useId();
  return (
    <div className="stack">
      <p id={id} className="eyebrow">
        {name}
      </p>
      <ol className="receipt__steps stack" aria-labelledby={id}>
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

/** What a receipt says: the signed message, its signer, and when the signer owned the drifter. */
function ReceiptFacts({ receipt }: { receipt: NarrativeRecord }) {
  const { drifterId, signedMessage, signature, author, blockNumber, contract, chainId } = receipt;
  const { chain } = runtimeConfig();
  const network = chain.id === chainId ? `${chain.name}, chain ${chainId}` : `chain ${chainId}`;
  return (
    <dl className="receipt__facts">
      <dt>Signed message</dt>
      <dd>
        <code>{signedMessage}</code>
        <p className="small">
          It ends with the SHA-256 of the text, so the signature covers every character.
        </p>
      </dd>
      <dt>Signed by</dt>
      <dd>
        <Address address={author} />
      </dd>
      <dt>Signature</dt>
      <dd>
        <code className="receipt__signature" {...scrollable}>
          {signature}
        </code>
      </dd>
      <dt>Owner of Drifter {drifterId}</dt>
      <dd>
        The signer, at block {blockNumber} of {network}, by the contract <code>{contract}</code>
      </dd>
      <dt>Saved</dt>
      <dd>
        <time dateTime={receipt.savedAt}>{exactTime(new Date(receipt.savedAt))}</time>, as revision{" "}
        {receipt.revision}. The service sets both; they aren't signed.
      </dd>
    </dl>
  );
}

/** Says what the steps of a receipt prove, and whether that rests on the node. */
function proofSentence(steps: readonly ReceiptStep[], node: string, block: number): string {
  const failed = steps.filter(({ outcome }) => outcome === "failed");
  const proof = receiptProof(steps);
  if (proof === "unproved") return proofMessages.unproved;
  const isAllNodes = proof === "proved" || failed.every(isNodes);
  return proofMessages.proof(proof === "proved", isAllNodes ? { node, block } : undefined);
}

/** Whether a step's result rests on what the node returned. */
function isNodes({ basis }: ReceiptStep): boolean {
  return basis !== "receipt";
}

/** Offers a receipt as JSON and its text as Markdown. */
function ReceiptCopies({ receipt }: { receipt: NarrativeRecord }) {
  const { drifterId, revision, narrative } = receipt;
  const json = JSON.stringify(receipt, null, 2);
  return (
    <>
      <h2 className="receipt__title sign">Save a copy</h2>
      <div className="row">
        <Button isSmall onClick={() => download(fileName(receipt), "application/json", json)}>
          Save receipt (JSON)
        </Button>
        <Button
          isSmall
          onClick={() => download(fileName(receipt, "md"), "text/markdown", narrative)}
        >
          Save text (Markdown)
        </Button>
        <CopyButton key={`${drifterId}:${revision}`} text={json} label="Copy receipt" />
      </div>
      <p className="small">
        A copy proves the story without this site. This page came from the same site: to trust
        neither it nor its node, run <code>npm run verify -- {fileName(receipt)}</code> from this
        project's code.
      </p>
    </>
  );
}

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

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type ProofStep, summarizeProof } from "#protocol/stories/verifyRevision";
import { noun, tokenTitle } from "#protocol/values/noun";
import type { SignedRevision } from "#protocol/wire/responses";
import { Address } from "../../components/Address.tsx";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { exactTime } from "../../components/relativeTime.ts";
import { scrollable } from "../../components/scrollable.ts";
import { runtimeConfig } from "../../env.ts";
import { download } from "../../page/download.ts";
import { proofMessages } from "../historyMessages.ts";
import { revisionCheckQueryOptions } from "./checkRevision.ts";
import "./RevisionProof.css";

/**
 * Renders the result of checking a signed revision in the browser with the site's node, then its facts and download
 * buttons.
 */
export default function RevisionProof({ signed }: { signed: SignedRevision }) {
  const [endpoint = ""] = runtimeConfig().chain.rpcUrls.default.http;
  const check = useQuery(revisionCheckQueryOptions(signed));
  const { host } = new URL(endpoint);

  return (
    <div className="revision-proof box stack">
      <p role="status">
        <strong>
          {check.isFetching
            ? `Checking with the node at ${host}…`
            : check.isSuccess
              ? proofSentence(check.data, host, signed.blockNumber)
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
            steps={check.data.filter((step) => !dependsOnNode(step))}
          />
          <Steps
            name={`According to the node at ${host}`}
            steps={check.data.filter(dependsOnNode)}
          />
        </>
      )}
      <RevisionFacts signed={signed} />
      <RevisionCopies signed={signed} />
    </div>
  );
}

function Steps({ name, steps }: { name: string; steps: readonly ProofStep[] }) {
  const id = useId();
  return (
    <div className="stack">
      <p id={id} className="small">
        {name}
      </p>
      <ol className="revision-proof__steps stack" aria-labelledby={id}>
        {steps.map((step) => (
          <li
            key={step.name}
            data-outcome={step.outcome}
            data-basis={dependsOnNode(step) ? "node" : "revision"}
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

/** Renders a signed revision's facts: the signed message, the signer, and when the signer owned the token. */
function RevisionFacts({ signed }: { signed: SignedRevision }) {
  const { drifterId, signedMessage, signature, author, blockNumber, contract, chainId } = signed;
  const { chain } = runtimeConfig();
  const network = chain.id === chainId ? `${chain.name}, chain ${chainId}` : `chain ${chainId}`;
  return (
    <>
      <h2 className="revision-proof__title sign">What was signed</h2>
      <dl className="revision-proof__facts">
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
          <code className="revision-proof__signature" {...scrollable}>
            {signature}
          </code>
        </dd>
        <dt>Owner of {tokenTitle(drifterId)}</dt>
        <dd>
          The signer, at block {blockNumber} of {network}, by the contract <code>{contract}</code>
        </dd>
        <dt>Saved</dt>
        <dd>
          <time dateTime={signed.savedAt}>{exactTime(new Date(signed.savedAt))}</time>, as revision{" "}
          {signed.revision}. The service sets both; they aren't signed.
        </dd>
      </dl>
    </>
  );
}

/** States what a signed revision's steps prove, and whether the result depends on the node. */
function proofSentence(steps: readonly ProofStep[], node: string, block: number): string {
  const failed = steps.filter(({ outcome }) => outcome === "failed");
  const proof = summarizeProof(steps);
  if (proof === "unproved") return proofMessages.unproved;
  const isAllNodes = failed.every(dependsOnNode);
  const passed = steps.filter(({ outcome }) => outcome === "passed").length;
  const basis = isAllNodes ? { node, block } : undefined;
  return proofMessages.proof(proof === "proved", passed, steps.length, basis);
}

/** Whether a step's result depends on the node's responses. */
function dependsOnNode({ basis }: ProofStep): boolean {
  return basis !== "revision";
}

/** Renders buttons that download a signed revision as JSON and its text as Markdown. */
function RevisionCopies({ signed }: { signed: SignedRevision }) {
  const { drifterId, revision, narrative } = signed;
  const json = JSON.stringify(signed, null, 2);
  return (
    <>
      <h2 className="revision-proof__title sign">Save a copy</h2>
      <div className="row">
        <Button isSmall onClick={() => download(fileName(signed), "application/json", json)}>
          Save proof (JSON)
        </Button>
        <Button
          isSmall
          onClick={() => download(fileName(signed, "md"), "text/markdown", narrative)}
        >
          Save text (Markdown)
        </Button>
        <CopyButton key={`${drifterId}:${revision}`} text={json} label="Copy proof" />
      </div>
      <p className="small">
        A copy proves the story without this site. This page came from the same site: to trust
        neither it nor its node, run <code>npm run verify -- {fileName(signed)}</code> from this
        project's code.
      </p>
    </>
  );
}

function fileName({ drifterId, revision }: SignedRevision, extension = "json"): string {
  return `${noun}-${drifterId}-revision-${revision}.${extension}`;
}

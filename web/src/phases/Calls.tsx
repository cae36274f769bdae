import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatEther, isAddressEqual, zeroAddress } from "viem";
import { callBatchFile, prepareCall } from "#sale/callBatch";
import { formatCall } from "#sale/collectionCalls";
import { countIds, phaseTitle } from "#sale/phaseRange";
import type { SaleCall } from "#sale/saleCalls";
import type { SaleFacts } from "#sale/saleFacts";
import type { CallEffect } from "#sale/simulateCalls";
import { Button } from "../components/Button.tsx";
import { CopyButton } from "../components/CopyButton.tsx";
import { lazily } from "../components/lazily.tsx";
import { LoadFailure, Notice } from "../components/Notice.tsx";
import { runtimeConfig } from "../env.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { simulationFailed } from "./messages.ts";
import { Notices } from "./Notices.tsx";
import type { SalePlan } from "./salePlan.ts";
import { type SaleAtBlock, simulationQueryOptions } from "./saleQueries.ts";

// Fetched only if the visitor is the owner.
const SendCalls = lazily(() => import("./SendCalls.tsx"));

interface CallsProps {
  sale: SaleAtBlock;
  plan: SalePlan;
  /** Calls sent since the draft last changed. */
  sent: readonly string[];
  onBusy: (isBusy: boolean) => void;
  onSent: (call: string) => void;
  /** Called when the chain drops the last call's block. */
  onReorg: () => void;
  /** Called to pause minting while the calls are sent. */
  onPause: () => void;
  /** Called when the chain's state differs from the displayed one. */
  onChainChange: () => void;
}

/** Renders the draft's calls with their simulated effects, and ways to send them. */
export function Calls({ sale, plan, sent, onPause, ...events }: CallsProps) {
  const { calls, warnings, issues } = plan;
  const { owner, isMinting } = sale.sale;
  const { address } = useWallet();
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const simulation = useQuery(simulationQueryOptions(sale, calls));
  const effects = simulation.data?.effects;
  const isHeld = issues.length > 0 || effects?.some(({ revert }) => revert) === true;
  const isOwner = address !== undefined && isAddressEqual(address, owner);
  const canSend = effects !== undefined && !isHeld && calls.length > 0;

  return (
    <section className="stack" aria-labelledby="calls-title">
      <h2 id="calls-title">Transactions to send</h2>
      <CallList
        label="Sent"
        before={0}
        calls={sent.map((call) => ({ call, outcome: "sent", effect: "Sent and confirmed." }))}
      />
      {sent.length > 0 && calls.length === 0 && <p role="status">All changes are on chain.</p>}
      {sent.length === 0 && calls.length === 0 && !isHeld && <p>No changes to send.</p>}
      <CallList
        label="Calls"
        before={sent.length}
        calls={calls.map((call, index) => toListedCall(call, effects?.[index]))}
      />
      {simulation.isError && (
        <LoadFailure onRetry={() => void simulation.refetch()}>{simulationFailed}</LoadFailure>
      )}
      {canSend && simulation.data && <SaleAfterCalls sale={simulation.data.after.sale} />}
      <div role="status">{!isHeld && <Notices label="Warnings" texts={warnings} />}</div>
      {!isHeld && plan.mintingStaysOn && (
        <p>
          <Button isSmall onClick={onPause}>
            Pause minting first
          </Button>
        </p>
      )}
      {isOwner && canSend && warnings.length > 0 && (
        <label className="row">
          <input
            type="checkbox"
            checked={warnings.every((warning) => accepted.includes(warning))}
            onChange={({ target }) => setAccepted(target.checked ? warnings : [])}
          />
          I have read the warnings. Send anyway.
        </label>
      )}
      {isOwner && (
        <SendCalls
          {...events}
          owner={owner}
          next={canSend ? calls[0] : undefined}
          calls={canSend ? calls : []}
          isAccepted={warnings.every((warning) => accepted.includes(warning))}
          number={sent.length + 1}
          total={sent.length + calls.length}
          displayedBlock={sale.blockNumber}
          isMinting={isMinting}
        />
      )}
      {isHeld && <p>Fix the issues above first.</p>}
      {canSend && !isOwner && <OwnerNotice sale={sale.sale} />}
      {canSend && <CallData calls={calls} isOpen={!isOwner} />}
    </section>
  );
}

interface ListedCall {
  call: string;
  outcome: "sent" | "done" | "rejected" | undefined;
  effect: ReactNode;
}

interface CallListProps {
  label: string;
  /** Number of preceding calls. */
  before: number;
  calls: readonly ListedCall[];
}

/** Renders numbered calls, announced as list items by screen readers. */
function CallList({ label, before, calls }: CallListProps) {
  if (calls.length === 0) return null;
  return (
    <ol
      className="calls stack"
      aria-label={label}
      start={before + 1}
      style={{ counterReset: `call ${before}` }}
    >
      {calls.map(({ call, outcome, effect }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls may repeat, so the index is the key.
        <li key={index} className="box" data-outcome={outcome}>
          <code>{call}</code>
          <p>{effect}</p>
        </li>
      ))}
    </ol>
  );
}

function toListedCall(saleCall: SaleCall, effect: CallEffect | undefined): ListedCall {
  const call = formatCall(saleCall);
  if (!effect) return { call, outcome: undefined, effect: "Simulating…" };
  const { subject, before, after, revert } = effect;
  const shown = revert ? (
    <>
      This call reverts with <code>{revert.title}</code>. {revert.cause} {revert.fix}
    </>
  ) : (
    <>
      {subject}: {before} <span aria-hidden="true">→</span>
      <span className="visually-hidden">becomes</span> <strong>{after}</strong>
    </>
  );
  return { call, outcome: revert ? "rejected" : "done", effect: shown };
}

/** Renders the simulated sale after the calls. */
function SaleAfterCalls({ sale: { phase, isMinting, price, maxBatch } }: { sale: SaleFacts }) {
  return (
    <p className="phases__words">
      Afterwards, minting is {isMinting ? "on" : "off"} and {phaseTitle(phase.name)} is the active
      phase, with {String(countIds(phase) - phase.currentCount)} of {String(countIds(phase))} left,
      at {formatEther(price)} {runtimeConfig().chain.nativeCurrency.symbol}, up to{" "}
      {maxBatch.toLocaleString("en")} per mint.
    </p>
  );
}

function OwnerNotice({ sale: { owner } }: { sale: SaleFacts }) {
  const { openDialog } = useWallet();
  if (owner === zeroAddress) {
    return <Notice>This collection has no owner, so nobody can send these calls.</Notice>;
  }
  return (
    <Notice actions={{ "Choose the wallet": openDialog }}>
      Only the collection's owner, <code>{owner}</code>, can send these. Connect that wallet, or
      give its holder the call data.
    </Notice>
  );
}

/** Renders the call data for a wallet outside this browser, such as a hardware wallet or a multisig. */
function CallData({ calls, isOpen }: { calls: readonly SaleCall[]; isOpen: boolean }) {
  const { chain, contract } = runtimeConfig();
  const file = callBatchFile(chain.id, contract, calls);
  return (
    <details open={isOpen}>
      <summary>Call data for another wallet</summary>
      <p className="soft">
        Send them in this order to <code>{contract}</code> on chain {chain.id}, with no value; wait
        for each to confirm before you send the next. Safe's Transaction Builder accepts the JSON.
      </p>
      <ol className="call-data stack">
        {calls.map((each, index) => {
          const { call, data } = prepareCall(contract, each);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls may repeat, so the index is the key.
            <li key={index} className="stack">
              <code>{call}</code>
              <code className="call-data__bytes box">{data}</code>
              <span className="row">
                <CopyButton key={data} text={data} label={`Copy data of call ${index + 1}`} />
              </span>
            </li>
          );
        })}
      </ol>
      <div className="row">
        <CopyButton key={contract} text={contract} label="Copy address" />
        <CopyButton key={file} text={file} label="Copy all as JSON" />
      </div>
    </details>
  );
}

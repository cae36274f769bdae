import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatEther, isAddressEqual, zeroAddress } from "viem";
import { formatCall } from "#protocol/collectionCalls";
import { countIds, phaseTitle } from "#protocol/sale/phaseRange";
import type { SaleCall } from "#protocol/sale/saleCalls";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import type { CallEffect } from "#protocol/sale/simulateCalls";
import { Button } from "../components/Button.tsx";
import { LoadFailure } from "../components/LoadFailure.tsx";
import { lazily } from "../components/lazily.tsx";
import { runtimeConfig } from "../env.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { CallData } from "./CallData.tsx";
import type { SalePlan } from "./salePlan.ts";
import { type SaleAtBlock, simulationQueryOptions } from "./saleQueries.ts";
import { useSettledCalls } from "./useSettledCalls.ts";

// Only the owner's page fetches the code that sends.
const SendCalls = lazily(() => import("./SendCalls.tsx"));

interface CallsProps {
  sale: SaleAtBlock;
  plan: SalePlan;
  /** Calls that were sent since the draft was last changed. */
  sent: readonly string[];
  onBusy: (isBusy: boolean) => void;
  onSent: (call: string) => void;
  /** Called to pause minting while the calls are sent. */
  onPause: () => void;
  /** Called when the chain's state differs from the page's. */
  onChainMoved: () => void;
}

/** The draft's calls with their simulated effects, and how to send them. */
export function Calls(props: CallsProps) {
  const { sale, plan, sent, onBusy, onSent, onPause, onChainMoved } = props;
  const { address } = useWallet();
  const { calls, isSettled } = useSettledCalls(plan.calls);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const isAccepted = plan.warnings.every((warning) => accepted.includes(warning));
  const simulation = useQuery(simulationQueryOptions(sale, calls));
  const effects = simulation.data?.effects;
  const hasIssues = plan.issues.length > 0;
  const isAllowed = !hasIssues && effects?.every(({ revert }) => !revert) === true;
  const owner = sale.sale.owner;
  const isOwner = address !== undefined && isAddressEqual(address, owner);
  const canSend = isAllowed && isSettled && calls.length > 0;

  const isHeld = hasIssues || effects?.some(({ revert }) => revert) === true;

  return (
    <section className="calls" aria-labelledby="calls-title">
      <h2 id="calls-title">Transactions to send</h2>
      {sent.length > 0 && <SentCalls calls={sent} isOver={calls.length === 0} />}
      {calls.length === 0 ? (
        sent.length === 0 && !hasIssues && <p>No changes to send.</p>
      ) : (
        <>
          <CallList calls={calls} effects={effects} before={sent.length} />
          {simulation.isError && (
            <LoadFailure onRetry={() => void simulation.refetch()}>
              Can't reach the network to simulate these transactions.
            </LoadFailure>
          )}
          {isAllowed && simulation.data && <Afterwards sale={simulation.data.after.sale} />}
          {!isHeld && <Warnings texts={plan.warnings} />}
          {!isHeld && plan.mintingStaysOn && (
            <Button isSmall className="calls__pause" onClick={onPause}>
              Pause minting first
            </Button>
          )}
        </>
      )}
      {isOwner && canSend && plan.warnings.length > 0 && (
        <label className="calls__tick">
          <input
            type="checkbox"
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked ? plan.warnings : [])}
          />
          I have read the warnings. Send anyway.
        </label>
      )}
      {isOwner && (
        <SendCalls
          owner={owner}
          next={canSend ? calls[0] : undefined}
          isAccepted={isAccepted}
          number={sent.length + 1}
          total={sent.length + calls.length}
          chainIsAt={sale.blockNumber}
          isMinting={sale.sale.isMinting}
          onChainMoved={onChainMoved}
          onBusy={onBusy}
          onSent={onSent}
        />
      )}
      {isHeld && <p>{issuesInWords(plan.issues)}</p>}
      {canSend && !isOwner && <OwnerNotice sale={sale.sale} />}
      {canSend && <CallData calls={calls} isOpen={!isOwner} />}
    </section>
  );
}

function issuesInWords([first, ...others]: readonly string[]): string {
  if (first === undefined) return "Fix the errors above first.";
  if (others.length > 0) return `${others.length + 1} issues. Fix them first.`;
  return `1 issue: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

/** Warnings about calls that the contract accepts. */
function Warnings({ texts }: { texts: readonly string[] }) {
  return (
    <div role="status">
      {texts.length > 0 && (
        <ul className="calls__warnings" aria-label="Warnings">
          {texts.map((text) => (
            <li key={text} className="notice notice--warning">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SentCalls({ calls, isOver }: { calls: readonly string[]; isOver: boolean }) {
  return (
    <>
      <ol className="calls__list" aria-label="Sent">
        {calls.map((call, index) => (
          // Calls may repeat, so the index is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no unique key.
          <li key={index} data-outcome="sent">
            <CallNumber number={index + 1} />
            <code>{call}</code>
            <p>Sent and confirmed.</p>
          </li>
        ))}
      </ol>
      {isOver && <p role="status">All changes are on chain.</p>}
    </>
  );
}

/** Hidden from screen readers, which number list items themselves. */
function CallNumber({ number }: { number: number }) {
  return (
    <span className="calls__number" aria-hidden="true">
      {number}
    </span>
  );
}

interface CallListProps {
  calls: readonly SaleCall[];
  /** Simulated effects; absent while pending. */
  effects: readonly CallEffect[] | undefined;
  /** Number of calls sent before these. */
  before: number;
}

function CallList({ calls, effects, before }: CallListProps) {
  return (
    <ol className="calls__list" aria-label="Calls" start={before + 1}>
      {calls.map((call, index) => {
        const effect = effects?.[index];
        const text = formatCall(call);
        return (
          // Calls may repeat, so the index is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no unique key.
          <li key={index} data-outcome={effect && (effect.revert ? "refused" : "done")}>
            <CallNumber number={before + index + 1} />
            <code>{text}</code>
            {effect ? <Effect effect={effect} /> : <p>Simulating…</p>}
          </li>
        );
      })}
    </ol>
  );
}

function Effect({ effect: { subject, before, after, revert } }: { effect: CallEffect }) {
  if (revert) {
    return (
      <p>
        This call reverts with <code>{revert.title}</code>. {revert.cause} {revert.fix}
      </p>
    );
  }
  return (
    <p>
      {subject}: {before} <span aria-hidden="true">→</span>
      <span className="visually-hidden">becomes</span> <strong>{after}</strong>
    </p>
  );
}

/** The simulated sale after the calls. */
function Afterwards({ sale: { phase, isMinting, price, maxBatch } }: { sale: SaleFacts }) {
  return (
    <p className="calls__after">
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
    return <p className="notice">This collection has no owner, so nobody can send these calls.</p>;
  }
  return (
    <div className="notice">
      <p>
        Only the collection's owner, <code>{owner}</code>, can send these. Connect that wallet, or
        give its holder the call data.
      </p>
      <div className="notice__actions">
        <Button isSmall onClick={openDialog}>
          Choose the wallet
        </Button>
      </div>
    </div>
  );
}

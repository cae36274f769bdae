import { useEffect, useEffectEvent, useState } from "react";
import type { Address } from "viem";
import { readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { larger } from "#protocol/values/bigints";
import { decodeCall, encodeCall, formatCall } from "#sale/collectionCalls";
import type { SaleCall } from "#sale/saleCalls";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { runtimeConfig } from "../env.ts";
import { useFocusRules } from "../page/focusRules.ts";
import { tabStore } from "../page/storage.ts";
import { failureMessage, type Message, progressMessages } from "../transactions/messages.ts";
import { TransactionNotice } from "../transactions/TransactionNotice.tsx";
import { isPending } from "../transactions/transaction.ts";
import { createTrackers, useTransaction } from "../transactions/useTransaction.ts";
import { pageClient } from "../wallet/pageClient.ts";
import { CallTracker } from "./CallTracker.ts";
import { toggledMessage } from "./messages.ts";
import { useCallBatch } from "./useCallBatch.ts";

interface SendCallsProps {
  owner: Address;
  /** The next call; absent if all calls are sent, or the next call's simulation has not passed. */
  next: SaleCall | undefined;
  /** All remaining calls; empty whenever `next` is absent. */
  calls?: readonly SaleCall[];
  /** Whether the owner has accepted the warnings. */
  isAccepted: boolean;
  number: number;
  total: number;
  /** Block number of the displayed data. */
  displayedBlock: bigint;
  /** Whether minting is on in the displayed data. */
  isMinting: boolean;
  onBusy: (isBusy: boolean) => void;
  onSent: (call: string) => void;
  /** Called when the chain drops the last call's block. */
  onReorg: () => void;
  /** Called when the chain's state differs from the displayed one. */
  onChainChange: () => void;
}

const getCallTracker = createTrackers("calls", tabStore, CallTracker);

/**
 * Renders a button that sends the owner's calls one by one, each after the previous one is confirmed, and a button that
 * sends them as a batch, if the wallet supports it.
 */
export default function SendCalls(props: SendCallsProps) {
  const { owner, next, calls = [], isAccepted, number, total, displayedBlock, isMinting } = props;
  const { onBusy, onSent, onReorg, onChainChange } = props;
  const [hasMoved, setHasMoved] = useState(false);
  const tracker = getCallTracker(owner);
  const transaction = useTransaction(tracker);
  const { stage } = transaction;
  const batch = useCallBatch(owner, (done) => {
    for (const call of done) onSent(call);
    onChainChange();
  });
  const isBusy = isPending(transaction) || batch.isPending;
  const confirmed = stage.step === "confirmed" ? stage : undefined;
  const isBehind =
    larger(confirmed?.receipt?.blockNumber ?? 0n, batch.blockNumber) > displayedBlock;

  // Each block may replace the block that contains the call.
  useEffect(() => void tracker.checkSettled(displayedBlock), [tracker, displayedBlock]);

  useFocusRules(isBusy || isBehind ? "sending" : "planning", "planning");

  const reportBusy = useEffectEvent(onBusy);
  useEffect(() => {
    reportBusy(isBusy);
    return () => reportBusy(false);
  }, [isBusy]);

  const hash = confirmed?.receipt?.transactionHash;
  // Derived from the sent data, because the page may have been reloaded since.
  const confirmedCall = confirmed && formatCall(decodeCall(confirmed.order.data));
  // Hides transactions confirmed before this page opened.
  const [oldHash] = useState(hash);
  const reportSent = useEffectEvent(() => {
    if (confirmedCall !== undefined) onSent(confirmedCall);
  });
  useEffect(() => {
    if (hash !== oldHash) reportSent();
  }, [hash, oldHash]);

  const isReorged = stage.step === "sent" && stage.isReorged === true;
  const reportTakenBack = useEffectEvent(onReorg);
  useEffect(() => {
    if (isReorged) reportTakenBack();
  }, [isReorged]);

  async function send(wanted: readonly SaleCall[], start: () => Promise<void>) {
    const toggles = wanted.some(({ functionName }) => functionName === "toggleMint");
    const isStale = toggles && (await wasMintingToggled(isMinting));
    setHasMoved(isStale);
    batch.clear();
    if (isStale) onChainChange();
    else await start();
  }
  const sendNext = (call: SaleCall) =>
    send([call], () => tracker.start({ wallet: owner, ...toContractCall(call) }));

  const messages: Message[] = progressMessages(stage, "transaction");
  if (confirmedCall !== undefined) {
    messages.push({ about: "progress", tone: "calm", text: `${confirmedCall} confirmed.` });
  }
  if (stage.step === "failed") messages.push(failureMessage(stage.failure));
  const hasBatch = batch.isSupported && calls.length > 1;

  return (
    <div className="send-calls stack" data-focus-target="sent" tabIndex={-1}>
      {hasBatch && (
        <Button
          isPrimary
          disabled={!isAccepted || isBusy || isBehind}
          onClick={() => void send(calls, () => batch.send(calls))}
        >
          Send all {calls.length} calls together
        </Button>
      )}
      {(next || isBusy || isBehind) && (
        <Button
          isPrimary={!hasBatch}
          data-focus-target="send"
          disabled={!next || !isAccepted || isBusy || isBehind}
          onClick={() => next && void sendNext(next)}
        >
          {isBehind ? "Loading…" : `Send call ${number} of ${total}`}
        </Button>
      )}
      <div role="status">{hasMoved && <Notice tone="warning">{toggledMessage}</Notice>}</div>
      {batch.message && (
        <Notice
          tone={batch.message.tone}
          role={batch.message.tone === "alert" ? "alert" : "status"}
          actions={batch.stopWaiting && { "Stop waiting": batch.stopWaiting }}
        >
          {batch.message.text}
        </Notice>
      )}
      <TransactionNotice {...{ messages, transaction, tracker }} />
    </div>
  );
}

/**
 * Whether minting was toggled since the data was read: `toggleMint` would then have the opposite
 * effect, while other calls set absolute values. If the read fails, the simulation decides.
 */
function wasMintingToggled(isMinting: boolean): Promise<boolean> {
  const address = runtimeConfig().contract;
  const request = { abi: collectionAbi, address, functionName: "isMinting" } as const;
  return readContract(pageClient(), request).then(
    (now) => now !== isMinting,
    () => false,
  );
}

function toContractCall(call: SaleCall) {
  return { to: runtimeConfig().contract, data: encodeCall(call) };
}

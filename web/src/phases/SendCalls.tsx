import { useEffect, useEffectEvent, useState } from "react";
import type { Address } from "viem";
import { readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { decodeCall, encodeCall, formatCall } from "#protocol/collectionCalls";
import type { SaleCall } from "#protocol/sale/saleCalls";
import { useFocusTurns } from "../components/focusTurns.ts";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../transactions/pageClient.ts";
import { TransactionNotice } from "../transactions/TransactionNotice.tsx";
import { isUnderWay } from "../transactions/transactionState.ts";
import { useTransaction } from "../transactions/useTransaction.ts";

interface SendCallsProps {
  owner: Address;
  /** The call to send now; absent while there is none, or the contract has not said yes. */
  next: SaleCall | undefined;
  /** Whether the person has accepted what the page warns of. */
  isAccepted: boolean;
  number: number;
  total: number;
  /** The block that the page shows. */
  chainIsAt: bigint;
  /** Whether minting is on at that block. */
  isMinting: boolean;
  onBusy: (isBusy: boolean) => void;
  onSent: (call: string) => void;
  /** Called when the chain differs from what the page shows. */
  onChainMoved: () => void;
}

/** Sends the owner's calls, one after the other, each on what the one before has left. */
export default function SendCalls(props: SendCallsProps) {
  const { owner, next, isAccepted, number, total, chainIsAt, isMinting } = props;
  const { onBusy, onSent, onChainMoved } = props;
  const [hasMoved, setHasMoved] = useState(false);
  const { state, send, forget } = useTransaction("phases");
  const isBusy = isUnderWay(state);
  const confirmed = state.step === "confirmed" ? state : undefined;
  const isBehind = confirmed !== undefined && confirmed.receipt.blockNumber > chainIsAt;

  useFocusTurns(isBusy || isBehind ? "sending" : "planning", "planning");

  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => {
    tellBusy(isBusy);
    return () => tellBusy(false);
  }, [isBusy]);

  const hash = confirmed?.sent.hash;
  // Named by what was sent, because a reload may lie between.
  const confirmedCall = confirmed && formatCall(decodeCall(confirmed.sent.data));
  // What was confirmed when this page was left is no news when it is come back to.
  const [oldHash] = useState(hash);
  const tellSent = useEffectEvent(() => {
    if (confirmedCall !== undefined) onSent(confirmedCall);
  });
  useEffect(() => {
    if (hash !== undefined && hash !== oldHash) tellSent();
  }, [hash, oldHash]);

  async function sendNext(call: SaleCall) {
    const isStale = call.functionName === "toggleMint" && (await isSwitched(isMinting));
    setHasMoved(isStale);
    if (isStale) onChainMoved();
    else await send(owner, asContractCall(call));
  }

  return (
    <div className="send-calls">
      {(next || isBusy || isBehind) && (
        <button
          type="button"
          className="button button--primary"
          data-place="send"
          disabled={!next || !isAccepted || isBusy || isBehind}
          onClick={() => next && void sendNext(next)}
        >
          {isBehind ? "Reading the chain…" : `Send call ${number} of ${total}`}
        </button>
      )}
      <div role="status">
        {hasMoved && (
          <p className="notice notice--warning">
            Minting was toggled since you loaded this page: nothing was sent. Check the transactions
            again.
          </p>
        )}
      </div>
      <TransactionNotice
        state={state}
        confirmed={`${confirmedCall} confirmed.`}
        onForget={forget}
      />
    </div>
  );
}

/**
 * Whether minting has been switched since the page looked. Every other call sets what the page says; this one
 * would do the opposite. What cannot be read is left to the check that follows.
 */
function isSwitched(isMinting: boolean): Promise<boolean> {
  const address = runtimeConfig().contractAddress;
  const asked = { abi: fringeDriftersAbi, address, functionName: "isMinting" } as const;
  return readContract(pageClient(), asked).then(
    (now) => now !== isMinting,
    () => false,
  );
}

function asContractCall(call: SaleCall) {
  return { to: runtimeConfig().contractAddress, data: encodeCall(call) };
}

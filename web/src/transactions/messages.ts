import type { Hex } from "viem";
import { revertData } from "#protocol/chain/revertData";
import { describeRevert } from "#sale/revert";
import { describeWalletError } from "../wallet/messages.ts";
import { errorTexts, isRejection, nestedErrors, readField } from "../wallet/walletErrors.ts";
import type { Failure, Sighting, Stage } from "./transaction.ts";

/** A message below the send button. */
export interface Message {
  about: "blocked" | "price" | "unanswered" | "progress" | "failure";
  /** Screen readers announce alerts assertively. */
  tone: "calm" | "warning" | "alert";
  text: string;
  /** Shown with a button to start over when the wallet does not respond for a while. */
  ifLate?: string;
}

const sightingMessages: Record<Sighting, string> = {
  waiting: "Waiting for confirmation; you can leave this page.",
  slow: "Still waiting for confirmation. The network may be busy, or the fee too low: your wallet can speed the transaction up or cancel it, and this page follows both.",
  missing:
    "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.",
  unreachable: "Sent. Can't reach the network; still trying.",
};

/** First sentence of messages about a confirmed transaction that a reorg dropped. */
export const reorgMessage =
  "The network replaced the block with this transaction, so it is no longer confirmed. ";

/**
 * Returns the messages about a pending transaction.
 *
 * @param what the simulated action, such as `mint`; `confirmed`, if not empty, what the wallet prompts the user to do.
 */
export function progressMessages(stage: Stage, what: string, confirmed = ""): Message[] {
  const calm = { about: "progress", tone: "calm" } as const;
  switch (stage.step) {
    case "authorizing":
      return [{ ...calm, text: "Requesting the authorization…" }];
    case "checking":
      return [{ ...calm, text: `Simulating the ${what}…` }];
    case "prompting": {
      const prompted = ["confirm", confirmed].filter(Boolean).join(" ");
      const text = `Your wallet is asking you to ${prompted}. Nothing is sent before that.`;
      return [{ ...calm, text }];
    }
    case "sent": {
      const { sighting, isReorged } = stage;
      const tone = sighting === "waiting" && !isReorged ? "calm" : "warning";
      const text = (isReorged ? reorgMessage : "") + sightingMessages[sighting];
      return [{ ...calm, tone, text }];
    }
    default:
      return [];
  }
}

export function failureMessage({ isRejection, message }: Failure): Message {
  return { about: "failure", tone: isRejection ? "calm" : "alert", text: message };
}

/**
 * Explains why a call was not sent.
 *
 * @param failedAt the step that failed: simulation by the site's node, or the wallet.
 */
export function describeFailure(error: unknown, failedAt: "contract" | "wallet"): Failure {
  if (failedAt === "wallet" && isRejection(error)) {
    return { failedAt, isRejection: true, message: rejected };
  }
  const failed = { failedAt, isRejection: false };
  const message = messageFor(error);
  if (message !== undefined) return { ...failed, message };
  const data = revertData(error);
  if (data !== undefined) {
    const revert = describeRevert(data);
    return { ...failed, message: `${revert.cause} ${revert.fix}`, revert };
  }
  if (errorTexts(error).some((text) => gasLimit.test(text))) {
    return failedAt === "contract"
      ? { ...failed, message: outOfGasMessage }
      : { ...failed, mayBeSent: true, message: `${lowGasLimitMessage} ${checkWalletFirst}` };
  }
  if (failedAt === "contract") return { ...failed, message: unreachableMessage };
  const walletMessage = describeWalletError(error).message;
  return { ...failed, mayBeSent: true, message: `${walletMessage} ${checkWalletFirst}` };
}

const rejected = "You rejected the request. Nothing was sent.";
const unreachableMessage =
  "Can't reach the network: nothing was sent. Wait a moment, then try again.";
const checkWalletFirst = "Check your wallet for a pending transaction first.";
const outOfGasMessage =
  "The simulation ran out of gas: nothing was sent. Try a smaller quantity, or try again later.";
const lowGasLimitMessage =
  "Your wallet's gas limit is too low for this transaction. Leave the limit to your wallet, then try again.";
const insufficientFundsMessage =
  "The wallet's balance does not cover the value and the network fee: nothing was sent. Add funds, or send less.";

function messageFor(error: unknown): string | undefined {
  if (errorTexts(error).some((text) => insufficientFunds.test(text)))
    return insufficientFundsMessage;
  return nestedErrors(error)
    .map((each) => messagesByName.get(readField(each, "name")))
    .find(Boolean);
}

/** Matches viem's error and nodes' messages about insufficient funds. */
const insufficientFunds =
  /InsufficientFundsError|(enough|insufficient) funds|gas required exceeds allowance \(0\)/i;
const gasLimit = /out of gas|gas required exceeds allowance/i;

const messagesByName = new Map<unknown, string>([
  [
    "ChainMismatchError",
    "Your wallet is on a different network: nothing was sent. Switch it back, then try again.",
  ],
  [
    "ConnectorAccountNotFoundError",
    "Your wallet is on a different account: nothing was sent. Check this page with that account, then try again.",
  ],
  [
    "ConnectorNotConnectedError",
    "Your wallet is no longer connected: nothing was sent. Connect it, then try again.",
  ],
]);

export function revertedMessage(reason: string): string {
  return `The transaction reverted although its simulation passed: only the network fee was paid. ${reason}`;
}

export function replacedMessage(by: Hex | undefined): string {
  const which = by ? ` (${by})` : "";
  return `Your wallet replaced this transaction with another${which}: this one was never executed. Try again if you still want it.`;
}

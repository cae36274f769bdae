import { revertData } from "#protocol/revertData";
import { describeRevert } from "#protocol/sale/revert";
import {
  describeWalletError,
  errorTexts,
  fieldOf,
  isRejection as isRejectionError,
  nestedErrors,
} from "../wallet/walletErrors.ts";
import type { Failure } from "./transaction.ts";

/**
 * Describes why a call was not sent.
 *
 * @param failedAt where it failed: in the simulation by the page's node, or in the wallet.
 */
export function describeFailure(error: unknown, failedAt: "contract" | "wallet"): Failure {
  const isRejection = failedAt === "wallet" && isRejectionError(error);
  if (isRejection) return { failedAt, isRejection, words: rejected };
  const words = wordsFor(error);
  if (words !== undefined) return { failedAt, isRejection, words };
  const data = revertData(error);
  if (data !== undefined) {
    const revert = describeRevert(data);
    return { failedAt, isRejection, words: `${revert.cause} ${revert.fix}`, revert };
  }
  if (failedAt === "contract") return { failedAt, isRejection, words: outOfReach };
  const { message } = describeWalletError(error);
  return { failedAt, isRejection, mayBeSent: true, words: `${message} ${lookFirst}` };
}

const rejected = "You rejected the request. Nothing was sent.";
const outOfReach = "Can't reach the network: nothing was sent. Wait a moment, then try again.";
const lookFirst = "Check your wallet for a pending transaction first.";
const noFunds =
  "The wallet's balance does not cover the value and the network's fee: nothing was sent. Add funds, or send less.";

function wordsFor(error: unknown): string | undefined {
  if (errorTexts(error).some((text) => insufficientFunds.test(text))) return noFunds;
  return nestedErrors(error)
    .map((each) => wordsByName.get(fieldOf(each, "name")))
    .find(Boolean);
}

/** Matches viem's error and the messages of different nodes. */
const insufficientFunds = /InsufficientFundsError|(enough|insufficient) funds/i;

const wordsByName = new Map<unknown, string>([
  [
    "ConnectorChainMismatchError",
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

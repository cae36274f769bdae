import { BaseError, InsufficientFundsError } from "viem";
import { revertData } from "#protocol/revertData";
import { describeRevert } from "#protocol/sale/revert";
import { describeWalletError } from "../wallet/walletErrors.ts";
import type { TransactionRefusal } from "./transactionState.ts";

/**
 * Describes why a call was not sent.
 *
 * @param failedAt where it failed: in the simulation by the page's node, or in the wallet.
 */
export function describeFailure(
  error: unknown,
  failedAt: "contract" | "wallet",
): TransactionRefusal {
  const refusal = describeWalletError(error);
  if (refusal.isRejection) return { isRejection: true, words: rejected };
  const known = wordsFor(error);
  if (known !== undefined) return { isRejection: false, words: known };
  const data = revertData(error);
  if (data !== undefined) {
    const revert = describeRevert(data);
    return { isRejection: false, words: `${revert.cause} ${revert.fix}`, revert };
  }
  if (failedAt === "contract") return { isRejection: false, words: outOfReach };
  return { isRejection: false, mayBeSent: true, words: `${refusal.message} ${lookFirst}` };
}

const rejected = "You rejected the request. Nothing was sent.";
const outOfReach = "Can't reach the network: nothing was sent. Wait a moment, then try again.";
const lookFirst = "Check your wallet for a pending transaction first.";
const noFunds =
  "The wallet's balance does not cover the value and the network's fee: nothing was sent. Add funds, or send less.";

function wordsFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const errors = withCauses(error);
  if (errors.some(isWantOfFunds)) return noFunds;
  return errors.map(({ name }) => wordsByName.get(name)).find(Boolean);
}

const wordsByName = new Map<string, string>([
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

/** Matches the messages of different nodes. */
function isWantOfFunds(error: Error): boolean {
  const details = error instanceof BaseError ? error.details : error.message;
  return error instanceof InsufficientFundsError || /(enough|insufficient) funds/i.test(details);
}

function withCauses(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...withCauses(error.cause)] : [error];
}

import { BaseError, InsufficientFundsError } from "viem";
import { describeRevert } from "#protocol/sale/revert";
import { describeWalletError } from "../wallet/walletErrors.ts";
import { revertData } from "./revertData.ts";
import type { TransactionRefusal } from "./transactionState.ts";

/**
 * Puts into words why a call was not sent.
 *
 * @param asked who was asked when it failed: the contract, through the page's node, or the wallet.
 */
export function describeFailure(error: unknown, asked: "contract" | "wallet"): TransactionRefusal {
  const refusal = describeWalletError(error);
  if (refusal.isRejection) return { isRejection: true, words: rejected };
  const told = wordsFor(error);
  if (told !== undefined) return { isRejection: false, words: told };
  const data = revertData(error);
  if (data !== undefined) {
    const revert = describeRevert(data);
    return { isRejection: false, words: `${revert.cause} ${revert.fix}`, revert };
  }
  if (asked === "contract") return { isRejection: false, words: outOfReach };
  return { isRejection: false, mayBeSent: true, words: `${refusal.message} ${lookFirst}` };
}

const rejected = "You turned this down in your wallet. Nothing was sent, and nothing was paid.";
const outOfReach =
  "The chain could not be asked, so your wallet was not asked either and nothing was sent. Try again in a moment.";
const lookFirst = "Look in your wallet whether it has sent anything before you try again.";
const noFunds =
  "The wallet holds less than it would send with the network's fee, so nothing was sent. Put coins into it, or send less.";

function wordsFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const errors = withCauses(error);
  if (errors.some(isWantOfFunds)) return noFunds;
  return errors.map(({ name }) => wordsByName.get(name)).find(Boolean);
}

const wordsByName = new Map<string, string>([
  [
    "ConnectorChainMismatchError",
    "Your wallet has moved to another network, so nothing was sent. Switch it back, then try again.",
  ],
  [
    "ConnectorAccountNotFoundError",
    "Your wallet has moved to another account, so nothing was sent. Look at this page again as that account, then go on.",
  ],
  [
    "ConnectorNotConnectedError",
    "Your wallet is not connected any more, so nothing was sent. Connect it again, then go on.",
  ],
]);

/** Nodes say it in their own words, each in others. */
function isWantOfFunds(error: Error): boolean {
  const details = error instanceof BaseError ? error.details : error.message;
  return error instanceof InsufficientFundsError || /(enough|insufficient) funds/i.test(details);
}

function withCauses(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...withCauses(error.cause)] : [error];
}

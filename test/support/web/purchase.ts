import { parseEther } from "viem";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import type { Order } from "../../../web/src/mint/purchase/purchase.ts";
import type { Failure } from "../../../web/src/transactions/transaction.ts";
import { hardhatAccount } from "./injectedWallet.ts";

const wallet = hardhatAccount(6).address;
export const phase = "Lantern Season";
export const order: Order = { wallet, phase, qty: 3, price: parseEther("0.08") };
export const sent = { from: wallet, to: wallet, data: "0x", hash: "0x01" } as const;
export const rejection: Failure = {
  failedAt: "wallet",
  isRejection: true,
  message: "You rejected it.",
};

/** Signs an order with this transaction ID, as the service does. */
export function authorize({ qty, phase }: Order, transactionID = "1"): SignedMintAuthorization {
  const contract = hardhatAccount(0).address;
  const terms = { chainId: 31_337, contract, minter: wallet, phase, transactionID };
  const signature = { hash: `0x${"1".repeat(64)}`, signature: `0x${"2".repeat(130)}` } as const;
  return { ...terms, qty: String(qty), ...signature };
}

/** A mint whose wallet prompt has no response yet. */
export const unanswered = {
  order,
  authorization: authorize(order),
  prompts: 1,
  fromBlock: 9n,
  isSent: false,
};

import { expect } from "chai";
import {
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  type Hex,
} from "viem";
import { collectionAbi } from "#chain/abi";
import { apiPaths } from "#protocol/wire/paths";
import { PurchaseTracker } from "../../../web/src/mint/purchase/PurchaseTracker.ts";
import type { AuthorizedOrder, Purchase } from "../../../web/src/mint/purchase/purchase.ts";
import { idleTransaction } from "../../../web/src/transactions/transaction.ts";
import type { TransactionStore } from "../../../web/src/transactions/transactionStore.ts";
import { withFetch } from "../stubFetch.ts";
import { connectedConfig, nodeWith, type RpcResponses } from "./connectedWallet.ts";
import { pageSettings } from "./pageSettings.ts";
import { authorize, order } from "./purchase.ts";

export const collection = pageSettings.contract;
export const hash: Hex = `0x${"ab".repeat(32)}`;
export const signed = authorize(order);
export const bool = (value: boolean) => encodeAbiParameters([{ type: "bool" }], [value]);
export const rejects = (error: object) => () => {
  throw Object.assign(new Error("execution reverted"), { code: 3, ...error });
};
export const pastSupply = encodeErrorResult({ abi: collectionAbi, errorName: "PastSupply" });
/** Responds as a service that authorizes only this order. */
const authorizes: typeof fetch = async (url, init) => {
  const { method, body } = init ?? {};
  const { wallet: minter, qty } = order;
  expect([url, method, body]).to.deep.equal([
    ...[apiPaths.mintAuthorization, "POST", JSON.stringify({ minter, qty })],
  ]);
  return Response.json(signed);
};
export const isRead = ([call]: readonly unknown[]) =>
  typeof call === "object" && call !== null && !("from" in call && "value" in call);

/** Results of a node that simulates a mint as passing and has no used authorization. */
const node: RpcResponses = {
  eth_blockNumber: () => "0x9",
  eth_call: (params) => (isRead(params) ? bool(false) : "0x"),
};

interface Setting {
  node?: RpcResponses;
  wallet?: RpcResponses;
  service?: typeof fetch;
  kept?: Purchase;
}

/** Creates a tracker with its store and a list of everything that it publishes. */
export function trackerWith({
  node: responses = {},
  wallet = {},
  service = authorizes,
  kept,
}: Setting) {
  const written: Purchase[] = [];
  let stored = kept ?? idleTransaction;
  let notifyChange = () => {};
  const store: TransactionStore<AuthorizedOrder> = {
    read: () => stored,
    write: (purchase) => void written.push(purchase),
    onChange(listener) {
      notifyChange = listener;
    },
  };
  const requests: string[] = [];
  const noted = Object.fromEntries(
    Object.entries({ ...node, ...responses }).map(([method, response]) => [
      method,
      (params: readonly unknown[]) => {
        requests.push(method);
        return response(params);
      },
    ]),
  );
  const config = connectedConfig(order.wallet, wallet);
  const tracker = new PurchaseTracker({
    config,
    client: nodeWith(noted),
    store,
  });
  const steps: string[] = [];
  tracker.subscribe(() => steps.push(tracker.read().stage.step));
  return {
    config,
    tracker,
    written,
    steps,
    requests,
    mint: (pasted?: typeof signed) => withFetch(service, () => tracker.mint(order, pasted)),
    change(next: Purchase) {
      stored = next;
      notifyChange();
    },
  };
}

/** Returns a transfer's log, by default to the buyer and of the collection. */
export function transfer({
  address = collection,
  to = order.wallet,
  ...ids
}: {
  from: Address;
  tokenId: bigint;
  address?: Address;
  to?: Address;
}) {
  const event = { abi: collectionAbi, eventName: "Transfer" } as const;
  const topics = encodeEventTopics({ ...event, args: { ...ids, to } });
  return {
    address,
    topics,
    data: "0x",
    logIndex: "0x0",
    blockNumber: "0xa",
    transactionHash: hash,
  };
}

export const turn = () => new Promise((resolve) => setTimeout(resolve));

import { expect } from "chai";
import { UserRejectedRequestError } from "viem";
import { TransactionTracker } from "../../web/src/transactions/TransactionTracker.ts";
import { type Answers, connectedConfig, nodeWith } from "../support/connectedWallet.ts";
import { order } from "../support/purchaseModel.ts";
import { collection, hash, pastSupply, refuses, turn } from "../support/trackedPurchase.ts";

const from = order.wallet;
const call = { to: collection, data: "0x12" } as const;
const receipt = { transactionHash: hash, status: "0x1", blockNumber: "0xa", logs: [] };

/** A tracker, the steps that it has published, and the requests to the wallet. */
function trackerWith(node: Answers = {}, wallet: Answers = {}) {
  const answers = { eth_call: () => "0x", eth_getTransactionReceipt: () => receipt, ...node };
  const prompts: unknown[] = [];
  const config = connectedConfig(from, {
    eth_sendTransaction: ([transaction]) => {
      prompts.push(transaction);
      return hash;
    },
    ...wallet,
  });
  const tracker = new TransactionTracker("test", config, nodeWith(answers));
  const steps: string[] = [];
  const end = tracker.subscribe(() => steps.push(tracker.read().step));
  return { tracker, steps, prompts, end, send: () => tracker.send(from, call) };
}

describe("the tracker of a transaction", () => {
  it("simulates the call, asks the wallet and waits for the receipt, and publishes each step", async () => {
    const simulated: unknown[] = [];
    const { tracker, steps, prompts, send, end } = trackerWith({
      eth_call: ([request]) => {
        simulated.push(request);
        return "0x";
      },
    });
    expect(tracker.read()).to.deep.equal({ step: "idle" });
    await send();
    expect(steps).to.deep.equal(["checking", "asking", "sent", "confirmed"]);
    expect([simulated.length, prompts.length]).to.deep.equal([1, 1]);
    for (const request of [...simulated, ...prompts]) expect(request).to.include({ ...call, from });
    expect(tracker.read()).to.have.nested.include({
      "sent.hash": hash,
      "receipt.status": "success",
    });
    end();
    tracker.forget();
    expect(tracker.read()).to.deep.equal({ step: "idle" });
    expect(steps).to.have.length(4);
  });

  it("asks no wallet when the simulation reverts", async () => {
    const { tracker, steps, prompts, send } = trackerWith({
      eth_call: refuses({ data: pastSupply }),
    });
    await send();
    expect([steps, prompts]).to.deep.equal([["checking", "refused"], []]);
    expect(tracker.read()).to.have.nested.include({
      failedAt: "contract",
      "refusal.revert.title": "PastSupply",
    });
  });

  it("reports a rejection by the wallet, and a transaction that reverted", async () => {
    const rejected = trackerWith(
      {},
      {
        eth_sendTransaction: () => {
          throw new UserRejectedRequestError(new Error("No."));
        },
      },
    );
    await rejected.send();
    expect(rejected.steps).to.deep.equal(["checking", "asking", "refused"]);
    const isRejection = { failedAt: "wallet", "refusal.isRejection": true };
    expect(rejected.tracker.read()).to.have.nested.include(isRejection);
    const reverted = trackerWith({
      eth_getTransactionReceipt: () => ({ ...receipt, status: "0x0" }),
    });
    await reverted.send();
    expect(reverted.steps).to.deep.equal(["checking", "asking", "sent", "refused"]);
    expect(reverted.tracker.read()).to.have.nested.include({
      failedAt: "chain",
      "sent.hash": hash,
    });
  });

  it("begins nothing else while a transaction is under way", async () => {
    const { steps, send } = trackerWith({ eth_call: () => new Promise(() => {}) });
    void send();
    await send();
    expect(steps).to.deep.equal(["checking"]);
  });

  for (const [title, node, wallet] of [
    ["the simulation", (held: Promise<never>) => ({ eth_call: () => held }), () => ({})],
    ["the wallet", () => ({}), (held: Promise<never>) => ({ eth_sendTransaction: () => held })],
  ] as const) {
    it(`ignores a refusal by ${title} after the attempt was abandoned`, async () => {
      const { promise, reject } = Promise.withResolvers<never>();
      const { tracker, steps, send } = trackerWith(node(promise), wallet(promise));
      const sending = send();
      await turn();
      tracker.forget();
      reject(new Error("Too late."));
      await sending;
      expect(steps.at(-1)).to.equal("idle");
    });
  }

  it("shows the hash of the transaction that was mined in its place with another fee", async () => {
    const transactionHash = `0x${"cd".repeat(32)}`;
    const { tracker, send } = trackerWith({
      eth_getTransactionReceipt: () => ({ ...receipt, transactionHash }),
    });
    await send();
    expect(tracker.read()).to.have.nested.include({ "sent.hash": transactionHash });
  });

  it("ignores the receipt of a transaction that was forgotten", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof receipt>();
    const { tracker, steps, send } = trackerWith({ eth_getTransactionReceipt: () => promise });
    const sending = send();
    while (steps.at(-1) !== "sent") await turn();
    tracker.forget();
    resolve(receipt);
    await sending;
    expect(steps).to.deep.equal(["checking", "asking", "sent", "idle"]);
  });

  it("asks no wallet for an attempt that was abandoned during the simulation", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { tracker, steps, prompts, send } = trackerWith({ eth_call: () => promise });
    const sending = send();
    tracker.forget();
    resolve("0x");
    await sending;
    expect([steps, prompts]).to.deep.equal([["checking", "idle"], []]);
  });
});

import { expect } from "chai";
import { UserRejectedRequestError, zeroAddress } from "viem";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/wire/attempts";

import { apiErrorMessage } from "#protocol/wire/errors";
import { mintArguments } from "#protocol/wire/mintAuthorization";
import { encodeMint } from "#sale/encodeMint";
import { mintedTokens } from "../../../../web/src/mint/purchase/PurchaseTracker.ts";
import type { Purchase } from "../../../../web/src/mint/purchase/purchase.ts";
import { idleTransaction } from "../../../../web/src/transactions/transaction.ts";
import { type RpcResponses, setConnection } from "../../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import { order, rejection, sent, unanswered } from "../../../support/web/purchase.ts";
import {
  bool,
  collection,
  hash,
  isRead,
  pastSupply,
  rejects,
  signed,
  trackerWith,
  transfer,
  turn,
} from "../../../support/web/trackedPurchase.ts";

const following: Purchase = {
  stage: { step: "sent", order, authorization: signed, fromBlock: 9n, sent, sighting: "waiting" },
};

describe("purchase tracker", () => {
  it("calls the service, the contract and the wallet, and publishes each step", async () => {
    const sends: unknown[] = [];
    const response = Promise.withResolvers<object>();
    const mint = trackerWith({
      node: { eth_getTransactionReceipt: () => response.promise },
      wallet: {
        eth_sendTransaction: ([transaction]) => {
          sends.push(transaction);
          return hash;
        },
      },
    });
    const minting = mint.mint();
    while (mint.steps.at(-1) !== "sent") await turn();
    expect(mint.steps).to.deep.equal(["authorizing", "checking", "prompting", "sent"]);
    expect(mint.requests.slice(0, 2)).to.deep.equal(["eth_blockNumber", "eth_call"]);
    expect(sends).to.deep.equal([
      {
        from: order.wallet,
        to: collection,
        data: encodeMint(mintArguments(signed)),
        value: `0x${(3n * order.price).toString(16)}`,
      },
    ]);
    expect(mint.written.at(-1)?.stage).to.deep.include({ step: "sent", order, fromBlock: 9n });
    expect(mint.tracker.read()).to.equal(mint.written.at(-1));
    const from = zeroAddress;
    const logs = [
      transfer({ from, tokenId: 102n }),
      transfer({ from, tokenId: 103n, address: order.wallet }),
      transfer({ from: order.wallet, tokenId: 104n }),
      transfer({ from, tokenId: 105n, to: collection }),
    ];
    response.resolve({ transactionHash: hash, status: "0x1", blockNumber: "0xa", logs });
    await minting;
    const { stage } = mint.tracker.read();
    if (stage.step !== "confirmed" || !stage.receipt) throw new Error(stage.step);
    expect(stage.order).to.equal(order);
    expect(stage.receipt.transactionHash).to.equal(hash);
    expect(mintedTokens(stage.receipt, order.wallet)).to.deep.equal(["102"]);
  });

  const rejectWith = (code: string) => async () => Response.json({ code }, { status: 404 });
  const notOffered = apiErrorMessage("mint.not_offered", attempts.mint);
  const rejections: [title: string, service: typeof fetch, failure: object][] = [
    ["offers no mint", rejectWith("mint.not_offered"), { message: notOffered, isNotOffered: true }],
    [
      "has no such route",
      rejectWith("route.not_found"),
      { message: notOffered, isNotOffered: true },
    ],
    [
      "authorizes nothing now",
      rejectWith("mint.phase_closed"),
      { message: apiErrorMessage("mint.phase_closed", attempts.mint), isNotOffered: false },
    ],
    [
      "cannot be reached",
      () => Promise.reject(new TypeError("Failed to fetch")),
      { message: unreachableMessage(attempts.mint) },
    ],
    [
      "returns something else",
      async () => new Response("<html>"),
      { message: unexpectedResponseMessage(attempts.mint) },
    ],
  ];
  for (const [title, service, expected] of rejections) {
    it(`reports that the service ${title}, and calls neither contract nor wallet`, async () => {
      const mint = trackerWith({ service });
      await mint.mint();
      expect(mint.steps).to.deep.equal(["authorizing", "failed"]);
      const failure = { failedAt: "service", isRejection: false, ...expected };
      expect(mint.tracker.read().stage).to.deep.equal({ step: "failed", order, failure });
      expect(mint.requests).to.deep.equal([]);
    });
  }

  for (const [what, account, chainId] of [
    ["account", hardhatAccount(9).address, pageSettings.chain.id],
    ["network", order.wallet, 1],
  ] as const) {
    it(`sends nothing while the wallet is on a different ${what}`, async () => {
      const receipt = { transactionHash: hash, status: "0x1", blockNumber: "0xa", logs: [] };
      const { config, mint, tracker } = trackerWith({
        node: { eth_getTransactionReceipt: () => receipt },
        wallet: { eth_chainId: () => chainId, eth_sendTransaction: () => hash },
      });
      setConnection(config, account, chainId);
      await mint();
      expect(tracker.read()).to.have.property("unanswered", undefined);
      const { stage } = tracker.read();
      expect(stage.step === "failed" && stage.failure.message).to.contain(
        `Your wallet is on a different ${what}: nothing was sent.`,
      );
    });
  }

  it("distinguishes a rejection from a missing response, after which the mint may be sent", async () => {
    const rejecting = trackerWith({
      wallet: {
        eth_sendTransaction: () => {
          throw new UserRejectedRequestError(new Error("No."));
        },
      },
    });
    await rejecting.mint();
    expect(rejecting.steps).to.deep.equal(["authorizing", "checking", "prompting", "failed"]);
    expect(rejecting.tracker.read()).to.have.nested.include({
      "stage.failure.failedAt": "wallet",
      "stage.failure.isRejection": true,
    });
    expect(rejecting.tracker.read().unanswered).to.equal(undefined);
    const losing = trackerWith({
      wallet: {
        eth_sendTransaction: () => {
          throw new Error("The wallet is gone.");
        },
      },
    });
    await losing.mint();
    expect(losing.tracker.read()).to.have.nested.include({
      "stage.failure.mayBeSent": true,
      "unanswered.prompts": 1,
    });
    // A second request is the same mint's next prompt.
    await losing.mint();
    expect(losing.tracker.read()).to.have.nested.include({ "unanswered.prompts": 2 });
  });

  it("sends no second wallet request if an earlier prompt is approved during simulation", async () => {
    const approval = Promise.withResolvers<string>();
    const simulation = Promise.withResolvers<void>();
    let prompts = 0;
    const { tracker, steps } = trackerWith({
      kept: { ...idleTransaction, unanswered },
      node: {
        eth_call: () => (prompts === 0 ? "0x" : simulation.promise.then(() => "0x")),
        eth_getTransactionReceipt: () => new Promise(() => {}),
      },
      wallet: {
        eth_sendTransaction: () => {
          prompts += 1;
          return approval.promise;
        },
      },
    });
    void tracker.mint(order);
    while (prompts === 0) await turn();
    tracker.giveUp();
    const again = tracker.mint(order);
    approval.resolve(hash);
    while (steps.at(-1) === "checking") await turn();
    simulation.resolve();
    await again;
    expect(prompts).to.equal(1);
    expect(steps).to.deep.equal(["checking", "prompting", "idle", "checking", "sent"]);
  });

  describe("possibly sent mint", () => {
    const used = (logs: readonly unknown[]): RpcResponses => ({
      eth_call: () => bool(true),
      eth_getLogs: () => logs,
    });
    it("confirms a mint once its authorization is used on chain, even without readable logs", async () => {
      for (const node of [used([]), { ...used([]), eth_getLogs: rejects({}) }]) {
        const mint = trackerWith({ kept: { ...idleTransaction, unanswered }, node });
        await mint.tracker.checkSettled();
        const { stage, unanswered: open } = mint.tracker.read();
        expect(stage).to.deep.equal({ step: "confirmed", order, receipt: undefined });
        expect(open).to.equal(undefined);
        expect(mint.steps).to.deep.equal(["confirmed"]);
      }
    });

    it("allows resending while the authorization is unused, and confirms the mint once it is used", async () => {
      let isUsed = true;
      const node: RpcResponses = { eth_call: () => bool(isUsed), eth_getLogs: () => [] };
      const { tracker } = trackerWith({ kept: { ...idleTransaction, unanswered }, node });
      await tracker.checkSettled(10n);
      isUsed = false;
      await tracker.checkSettled(11n);
      expect(tracker.read()).to.deep.equal({
        stage: { step: "idle" },
        unanswered: { ...unanswered, isSent: true, isReorged: true },
      });
      isUsed = true;
      await tracker.checkSettled(12n);
      expect(tracker.read().stage.step).to.equal("confirmed");
    });

    it("finds the receipt among the wallet's mints since the request", async () => {
      const mintOf = (input: string) => ({ input, blockNumber: "0xa" });
      const receipt = { transactionHash: hash, status: "0x1", logs: [], blockNumber: "0xa" };
      const topic = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
      const requested: unknown[] = [];
      const node: RpcResponses = {
        eth_call: () => bool(true),
        eth_getLogs: (params) => {
          requested.push(...JSON.parse(JSON.stringify(params)));
          const log = transfer({ from: zeroAddress, tokenId: 1n });
          return [{ ...log, transactionHash: `0x${"cd".repeat(32)}` }, log];
        },
        eth_getTransactionByHash: ([each]) =>
          mintOf(each === hash ? `0x00${signed.hash.slice(2)}00` : "0x00"),
        eth_getTransactionReceipt: ([each]) => (each === hash ? receipt : null),
      };
      const mint = trackerWith({ kept: { ...idleTransaction, unanswered }, node });
      await mint.tracker.checkSettled();
      const [event] = transfer({ from: zeroAddress, tokenId: 1n }).topics;
      const topics = [event, `0x${topic(zeroAddress)}`, `0x${topic(order.wallet)}`, null];
      expect(requested).to.deep.equal([{ address: collection, topics, fromBlock: "0x9" }]);
      const { stage } = mint.tracker.read();
      expect(stage).to.have.nested.property("receipt.transactionHash", hash);
    });

    it("looks for the mint when Mint is pressed with a new quantity, and after a failed simulation", async () => {
      const kept = { ...idleTransaction, unanswered };
      const node: RpcResponses = {
        eth_call: (params) => (isRead(params) ? bool(true) : rejects({ data: pastSupply })()),
        eth_getLogs: () => [],
      };
      for (const qty of [1, 3]) {
        const { tracker, steps } = trackerWith({ kept, node });
        await tracker.mint({ ...order, qty });
        expect(steps.at(-1)).to.equal("confirmed");
      }
    });

    it("confirms it even if the followed transaction has reverted", async () => {
      const receipt = { status: "0x0", blockNumber: "0xa", logs: [] };
      const node = { ...used([]), eth_getTransactionReceipt: () => receipt };
      const { steps } = trackerWith({ kept: following, node });
      while (steps.length === 0) await turn();
      expect(steps).to.deep.equal(["confirmed"]);
    });

    it("continues to wait while the authorization is unused or the chain does not respond", async () => {
      for (const responses of [{}, { eth_call: rejects({}) }]) {
        const mint = trackerWith({ kept: { ...idleTransaction, unanswered }, node: responses });
        await mint.tracker.checkSettled();
        expect(mint.steps).to.deep.equal([]);
        expect(mint.requests).to.include("eth_call");
      }
      const idle = trackerWith({});
      await idle.tracker.checkSettled();
      expect(idle.requests).to.deep.equal([]);
    });
  });

  for (const [after, isCleared] of [
    ["is shown as confirmed", false],
    ["was shown and the next mint is being chosen", true],
  ] as const) {
    it(`follows a mint again when it ${after} and its block is replaced, until it is final`, async () => {
      const blockHash = (digit: string) => `0x${digit.repeat(64)}`;
      const inBlock = (digit: string) => ({
        ...{ transactionHash: hash, status: "0x1", logs: [] },
        ...{ blockNumber: "0xa", blockHash: blockHash(digit) },
      });
      let receipt = Promise.resolve(inBlock("a"));
      let block: object | null = { number: "0xa", hash: blockHash("a") };
      const node: RpcResponses = {
        eth_getTransactionReceipt: () => receipt,
        eth_getBlockByNumber: ([number]) => number === "0xa" && block,
      };
      const { tracker, requests, steps } = trackerWith({ kept: following, node });
      while (steps.at(-1) !== "confirmed") await turn();
      if (isCleared) tracker.clear();
      const settled = tracker.read();
      await tracker.checkSettled(11n);
      // A node that lags behind lacks the block.
      block = null;
      await tracker.checkSettled(12n);
      block = { number: "0xa", hash: blockHash("b") };
      await tracker.checkSettled(75n);
      expect(tracker.read()).to.equal(settled);
      expect(requests.filter((each) => each === "eth_getBlockByNumber")).to.have.length(2);
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof inBlock>>();
      receipt = promise;
      await tracker.checkSettled(74n);
      const { stage } = tracker.read();
      expect(stage).to.deep.include({ step: "sent", order, isReorged: true });
      expect(stage).to.have.nested.property("sent.hash", hash);
      resolve(inBlock("b"));
      for (let turns = 0; turns < 5; turns += 1) await turn();
      await tracker.checkSettled(12n);
      expect(tracker.read().stage).to.have.nested.property("receipt.blockHash", blockHash("b"));
    });
  }

  it("does not apply an abandoned transaction's status to the next transaction", async () => {
    const first = Promise.withResolvers<null>();
    const views = [first.promise];
    const { tracker } = trackerWith({
      kept: following,
      node: {
        eth_getTransactionReceipt: ([each]) =>
          (each === sent.hash && views.shift()) || new Promise(() => {}),
        eth_getTransactionByHash: () => null,
      },
      wallet: { eth_sendTransaction: () => hash },
    });
    tracker.giveUp();
    void tracker.mint(order);
    while (tracker.read().stage.step !== "sent") await turn();
    first.resolve(null);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(tracker.read().stage).to.have.nested.property("sent.hash", hash);
  });

  it("adopts another tab's state, unless a transaction is pending", async () => {
    const failed: Purchase = {
      stage: { step: "failed", order, failure: { ...rejection, failedAt: "wallet" } },
    };
    const receipt = { transactionHash: hash, status: "0x1", blockNumber: "0xa", logs: [] };
    const mined = trackerWith({ node: { eth_getTransactionReceipt: () => receipt } });
    mined.change(following);
    while (mined.steps.length < 2) await turn();
    expect(mined.steps).to.deep.equal(["sent", "confirmed"]);
    const isAdopted = (kept: Purchase) => {
      const mint = trackerWith({
        kept,
        node: { eth_getTransactionReceipt: () => new Promise(() => {}) },
      });
      mint.change({ ...idleTransaction, unanswered });
      return mint.steps.length === 1 && mint.tracker.read().unanswered === unanswered;
    };
    expect(isAdopted(idleTransaction)).to.equal(true);
    expect(isAdopted(failed)).to.equal(true);
    expect(isAdopted({ stage: { step: "authorizing", order } })).to.equal(false);
    expect(isAdopted(following)).to.equal(false);
    expect(isAdopted({ stage: { step: "confirmed", order, receipt: undefined } })).to.equal(false);
  });
});

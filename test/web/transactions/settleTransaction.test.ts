import { mock } from "node:test";
import { onlineManager } from "@tanstack/react-query";
import { expect } from "chai";
import { settleTransaction } from "../../../web/src/transactions/settleTransaction.ts";
import { nodeWith, type RpcResponses } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { hash, pastSupply, rejects } from "../../support/web/trackedPurchase.ts";

const from = hardhatAccount(2).address;
const to = hardhatAccount(3).address;
const sent = { hash, from, to, data: "0x12", value: 7n } as const;
const receipt = { transactionHash: hash, status: "0x0", blockNumber: "0xa", logs: [] };
const tooLate =
  "The transaction reverted although its simulation passed: only the network fee was paid.";

const settle = (responses: RpcResponses, first: Parameters<typeof settleTransaction>[1] = sent) =>
  settleTransaction(
    nodeWith({ eth_getTransactionReceipt: () => receipt, ...responses }),
    first,
    () => {},
    { intervalMilliseconds: 0 },
  );

describe("settleTransaction", () => {
  afterEach(() => mock.restoreAll());

  it("simulates a reverted call again on its block, and returns the contract's reason", async () => {
    const calls: unknown[] = [];
    const { failure } = await settle({
      eth_call: (params) => {
        calls.push(...params);
        return rejects({ data: pastSupply })();
      },
    });
    expect(calls).to.deep.equal([{ from, to, data: "0x12", value: "0x7" }, "0xa"]);
    expect(failure?.revert?.title).to.equal("PastSupply");
    expect(failure?.message.startsWith(`${tooLate} ${failure.revert?.cause}`)).to.equal(true);
  });

  for (const [what, response] of [
    ["passes now", () => "0x"],
    ["cannot be simulated", rejects({ code: -32000, message: "missing trie node" })],
  ] as const) {
    it(`returns no reason when the call ${what}`, async () => {
      const { failure } = await settle({ eth_call: response });
      expect(failure).to.deep.equal({
        failedAt: "chain",
        isRejection: false,
        sent,
        message: `${tooLate} The contract gave no reason. Try again.`,
      });
    });
  }

  it("reports a replacement, even if the replacing transaction is not found", async () => {
    const { failure } = await settle(
      {
        eth_getTransactionReceipt: () => null,
        eth_getTransactionByHash: () => null,
        eth_getTransactionCount: () => "0x6",
        eth_blockNumber: () => "0x0",
        eth_getBlockByNumber: () => ({ number: "0x0", transactions: [] }),
      },
      { ...sent, nonce: 5 },
    );
    expect(failure).to.deep.equal({
      failedAt: "chain",
      isRejection: false,
      sent: { ...sent, nonce: 5 },
      message:
        "Your wallet replaced this transaction with another: this one was never executed. Try again if you still want it.",
    });
  });

  const other = `0x${"cd".repeat(32)}` as const;
  for (const [what, differing, status, isSame] of [
    ["itself, even if the wallet has changed it", { hash, input: "0x1234" }, "0x1", true],
    ["the same call with a different fee", {}, "0x1", true],
    ["the same call, which reverted", {}, "0x0", true],
    ["a call of something else", { to: from }, "0x1", false],
    ["a call with other data", { input: "0x1234" }, "0x1", false],
    ["a call with a different value", { value: "0x8" }, "0x1", false],
  ] as const) {
    it(`finds ${what} under the nonce, and ${isSame ? "uses its receipt" : "reports it"}`, async () => {
      const mined = {
        hash: other,
        from,
        to,
        input: "0x12",
        value: "0x7",
        nonce: "0x5",
        ...differing,
      };
      let isMined = false;
      // The node returns the block before the receipt.
      let lag = 1;
      const { receipt: found, failure } = await settle(
        {
          eth_getTransactionReceipt: ([each]) =>
            isMined && each === mined.hash && lag-- <= 0
              ? { ...receipt, transactionHash: each, status }
              : null,
          eth_getTransactionByHash: () => null,
          eth_getTransactionCount: () => {
            isMined = true;
            return "0x6";
          },
          eth_blockNumber: () => "0x1",
          eth_getBlockByNumber: ([number]) => ({
            number,
            transactions: number === "0x0" ? [{ ...mined, from: to }, mined] : [],
          }),
          eth_call: () => "0x",
        },
        { ...sent, nonce: 5 },
      );
      if (status === "0x0") expect(failure?.sent).to.include({ hash: other });
      else if (isSame) expect(found?.transactionHash).to.equal(mined.hash);
      else expect(failure?.message).to.contain(`with another (${other})`);
    });
  }

  it("reports a transaction as missing 20 s after the node last returned it, and as slow after 2 minutes", async () => {
    const rounds = [
      { second: 0, isKnown: false },
      { second: 60, isKnown: true },
      { second: 80, isKnown: false },
      { second: 80.001, isKnown: false },
      { second: 120, isKnown: true },
      { second: 120.001, isKnown: true },
    ];
    mock.method(Date, "now", () => (rounds[0]?.second ?? 0) * 1_000);
    const known = { hash, from, to, input: "0x12", nonce: "0x5" };
    const client = nodeWith({
      eth_getTransactionReceipt: () => (rounds.length === 0 ? { ...receipt, status: "0x1" } : null),
      eth_getTransactionByHash: () => (rounds[0]?.isKnown ? known : null),
      eth_getTransactionCount: () => "0x5",
    });
    const sightings: string[] = [];
    const onSighting = (_: unknown, sighting: string) =>
      sightings.push(`${rounds.shift()?.second} s: ${sighting}`);
    await settleTransaction(client, sent, onSighting, { intervalMilliseconds: 0 });
    expect(sightings).to.deep.equal([
      "0 s: waiting",
      "60 s: waiting",
      "80 s: waiting",
      "80.001 s: missing",
      "120 s: waiting",
      "120.001 s: slow",
    ]);
  });

  it("sends no request to the node while the browser is offline", async () => {
    const requested: boolean[] = [];
    const client = nodeWith({
      eth_getTransactionReceipt: () =>
        requested.push(onlineManager.isOnline()) > 1 ? { ...receipt, status: "0x1" } : null,
      eth_getTransactionByHash: () => ({ hash, from, to, input: "0x12", nonce: "0x5" }),
    });
    const goOffline = () => {
      onlineManager.setOnline(false);
      setTimeout(() => setTimeout(() => onlineManager.setOnline(true)));
    };
    await settleTransaction(client, sent, goOffline, { intervalMilliseconds: 0 });
    expect(requested).to.deep.equal([true, true]);
  });
});

import { mock } from "node:test";
import { expect } from "chai";
import type { Hex } from "viem";
import { settleTransaction } from "../../../web/src/transactions/settleTransaction.ts";
import { type Answers, nodeWith } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { hash, pastSupply, refuses } from "../../support/web/trackedPurchase.ts";

const from = hardhatAccount(2).address;
const to = hardhatAccount(3).address;
const sent = { hash, from, to, data: "0x12", value: 7n } as const;
const receipt = { transactionHash: hash, status: "0x0", blockNumber: "0xa", logs: [] };
const tooLate =
  "The transaction reverted although its simulation passed: only the network's fee was paid.";
const replacedBy = (which: string) =>
  `Your wallet replaced this transaction with another${which}: this one was never executed. Try again if you still want it.`;

const settle = (answers: Answers, first: Parameters<typeof settleTransaction>[1] = sent) =>
  settleTransaction(
    nodeWith({ eth_getTransactionReceipt: () => receipt, ...answers }),
    first,
    () => {},
  );

describe("settleTransaction", () => {
  afterEach(() => mock.timers.reset());

  it("simulates a reverted call again on its block, and gives the contract's reason", async () => {
    const calls: unknown[] = [];
    const { refusal } = await settle({
      eth_call: (params) => {
        calls.push(...params);
        return refuses({ data: pastSupply })();
      },
    });
    expect(calls).to.deep.equal([{ from, to, data: "0x12", value: "0x7" }, "0xa"]);
    expect(refusal?.revert?.title).to.equal("PastSupply");
    expect(refusal?.words.startsWith(`${tooLate} ${refusal.revert?.cause}`)).to.equal(true);
  });

  for (const [what, answer] of [
    ["passes now", () => "0x"],
    ["cannot be simulated", refuses({ code: -32000, message: "missing trie node" })],
  ] as const) {
    it(`gives no reason when the call ${what}`, async () => {
      const { refusal } = await settle({ eth_call: answer });
      expect(refusal).to.deep.equal({
        isRejection: false,
        words: `${tooLate} It gave no reason. Try again.`,
      });
    });
  }

  for (const [found, which] of [
    [[{ hash: "0x01", from, to: null, input: "0x", nonce: "0x5" }], " (0x01)"],
    [[], ""],
  ] as const) {
    it(`names ${found.length} transactions that replaced it`, async () => {
      const { refusal } = await settle(
        {
          eth_getTransactionReceipt: () => null,
          eth_getTransactionByHash: () => null,
          eth_getTransactionCount: () => "0x6",
          eth_blockNumber: () => "0x0",
          eth_getBlockByNumber: () => ({ number: "0x0", transactions: found }),
        },
        { ...sent, nonce: 5 },
      );
      expect(refusal).to.deep.equal({ isRejection: false, words: replacedBy(which) });
    });
  }

  it("reports the nonce with each sighting once the node knows it", async () => {
    const seen: [hash: Hex, nonce: number | undefined, sighting: string][] = [];
    let rounds = 0;
    const client = nodeWith({
      eth_getTransactionReceipt: () => {
        rounds += 1;
        return rounds === 1 ? null : { ...receipt, status: "0x1" };
      },
      eth_getTransactionByHash: () => ({ hash, from, to, input: "0x12", nonce: "0x5" }),
    });
    mock.timers.enable({ apis: ["setTimeout"] });
    const settling = settleTransaction(client, sent, ({ hash, nonce }, sighting) =>
      seen.push([hash, nonce, sighting]),
    );
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    mock.timers.tick(2_000);
    const settled = await settling;
    expect(seen).to.deep.equal([[hash, 5, "waiting"]]);
    expect(settled.sent).to.deep.equal({ ...sent, nonce: 5 });
    expect(settled.refusal).to.equal(undefined);
  });
});

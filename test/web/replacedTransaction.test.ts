import { mock } from "node:test";
import { expect } from "chai";
import { type Hex, numberToHex } from "viem";
import { followTransaction } from "../../web/src/transactions/followTransaction.ts";
import { type Answers, nodeWith } from "../support/connectedWallet.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";

const [from, to, stranger] = [2, 3, 4].map((index) => hardhatAccount(index).address) as [
  Hex,
  Hex,
  Hex,
];
const hash: Hex = `0x${"ab".repeat(32)}`;
const otherHash: Hex = `0x${"cd".repeat(32)}`;
const sent = { hash, from, to, data: "0x12", value: 7n, nonce: 5 } as const;
const receiptOf = (transactionHash: Hex) => ({ transactionHash, status: "0x1", logs: [] });
/** As the node describes the transaction that took the nonce. */
const taken = { hash: otherHash, from, to, input: "0x12", value: "0x7", nonce: "0x5" };

/** A node that mined another transaction with the nonce, in a block of this number. */
function nodeThatTook(transaction: object, answers: Answers = {}, { at = 9n, newest = 9n } = {}) {
  const blocks: bigint[] = [];
  const client = nodeWith({
    eth_getTransactionReceipt: ([asked]) => (asked === otherHash ? receiptOf(otherHash) : null),
    eth_getTransactionByHash: () => null,
    eth_getTransactionCount: () => "0x6",
    eth_blockNumber: () => numberToHex(newest),
    eth_getBlockByNumber: ([number]) => {
      blocks.push(BigInt(String(number)));
      const foreign = { ...taken, from: stranger, hash: `0x${"01".repeat(32)}` };
      const earlier = { ...taken, nonce: "0x4", hash: `0x${"02".repeat(32)}` };
      const transactions = [foreign, earlier, ...(blocks.at(-1) === at ? [transaction] : [])];
      return { number, transactions };
    },
    ...answers,
  });
  return { client, blocks };
}

const quiet = { onSighting() {}, onNonce() {} };

describe("a transaction whose nonce was taken", () => {
  const differences: [what: string, difference: object][] = [
    ["another recipient", { to: stranger }],
    ["no recipient", { to: null }],
    ["other data", { input: "0x1234" }],
    ["another value", { value: "0x8" }],
  ];
  for (const [what, difference] of differences) {
    it(`was replaced by one with ${what}`, async () => {
      const { client } = nodeThatTook({ ...taken, ...difference });
      expect(await followTransaction(client, sent, quiet)).to.deep.equal({
        kind: "replaced",
        by: otherHash,
      });
    });
  }

  const searches: [newest: bigint, at: bigint, searched: number, by: Hex | undefined][] = [
    [100n, 100n, 1, otherHash],
    [100n, 50n, 51, otherHash],
    [100n, 49n, 51, undefined],
    [50n, 0n, 51, otherHash],
    [3n, 0n, 4, otherHash],
    [3n, 99n, 4, undefined],
  ];
  for (const [newest, at, searched, by] of searches) {
    it(`is ${by ? "" : "not "}found in block ${at} of ${newest}, after ${searched} blocks`, async () => {
      const different = { ...taken, value: "0x0" };
      const { client, blocks } = nodeThatTook(different, {}, { at, newest });
      expect(await followTransaction(client, sent, quiet)).to.deep.equal({ kind: "replaced", by });
      expect(blocks).to.deep.equal(
        Array.from({ length: searched }, (_, index) => newest - BigInt(index)),
      );
    });
  }
});

describe("following a transaction that the node does not know", () => {
  let isMined = false;

  beforeEach(() => {
    isMined = false;
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
  });
  afterEach(() => {
    isMined = true;
    mock.timers.reset();
  });

  it("asks every two seconds, and calls it missing after more than twenty", async () => {
    const seen: string[] = [];
    let requests = 0;
    const client = nodeWith({
      eth_getTransactionReceipt: () => {
        requests += 1;
        return isMined ? receiptOf(hash) : null;
      },
      eth_getTransactionByHash: () => null,
      // The nonce is the wallet's next one, so it is still free.
      eth_getTransactionCount: () => "0x5",
    });
    const ending = followTransaction(client, sent, {
      ...quiet,
      onSighting: (sighting) => seen.push(sighting),
    });
    const flush = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    };
    await flush();
    expect([requests, seen]).to.deep.equal([1, ["waiting"]]);
    mock.timers.tick(1_999);
    await flush();
    expect(requests).to.equal(1);
    mock.timers.tick(1);
    await flush();
    expect(requests).to.equal(2);
    for (let round = 0; round < 9; round += 1) {
      mock.timers.tick(2_000);
      await flush();
    }
    expect([seen.length, seen.at(-1)]).to.deep.equal([11, "waiting"]);
    mock.timers.tick(2_000);
    await flush();
    expect([seen.length, seen.at(-1)]).to.deep.equal([12, "missing"]);
    isMined = true;
    mock.timers.tick(2_000);
    expect((await ending).kind).to.equal("mined");
  });
});

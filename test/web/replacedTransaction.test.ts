import { mock } from "node:test";
import { expect } from "chai";
import type { Hex } from "viem";
import { followTransaction } from "../../web/src/transactions/followTransaction.ts";
import { nodeWith } from "../support/connectedWallet.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";

const [from, to] = [2, 3, 4].map((index) => hardhatAccount(index).address) as [Hex, Hex, Hex];
const hash: Hex = `0x${"ab".repeat(32)}`;
const sent = { hash, from, to, data: "0x12", value: 7n, nonce: 5 } as const;
const receiptOf = (transactionHash: Hex) => ({ transactionHash, status: "0x1", logs: [] });

const quiet = { onSighting() {}, onNonce() {} };

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

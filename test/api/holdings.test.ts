import { expect } from "chai";
import { BaseError, HttpRequestError, RpcRequestError } from "viem";
import type { HoldingsView } from "#protocol/holdings";
import { createHoldingsReader } from "../../api/src/catalogue/holdings.ts";
import type { ChainNode } from "../../api/src/chainNode.ts";
import { account } from "./apiFixture.ts";

const owner = account(1).address;
const url = "http://127.0.0.1";

describe("createHoldingsReader", () => {
  let hash: `0x${string}`;
  let calls: number[];
  let balance: number;
  let largestCall: number;
  let failure: (() => Error) | undefined;
  beforeEach(() => {
    [hash, calls, balance, largestCall, failure] = ["0x01", [], 450, 1_000, undefined];
  });
  const node = {
    identify: async () => ({ number: 7n, hash }),
    async readViews(views: readonly HoldingsView[], blockNumber: bigint) {
      expect(blockNumber).to.equal(7n);
      calls.push(views.length);
      if (failure && views.length > largestCall) throw failure();
      return views.map(({ functionName, args }) =>
        functionName === "balanceOf" ? BigInt(balance) : 1_000n - (args[1] ?? 0n),
      );
    },
  } as unknown as ChainNode;
  const expected = () => Array.from({ length: balance }, (_, index) => String(1_000 - index));

  it("reads balance and drifters at one block, 200 a call, in the contract's order", async () => {
    const read = createHoldingsReader(node);
    expect(await read(owner)).to.deep.equal({ blockNumber: 7n, drifterIds: expected() });
    expect(calls).to.deep.equal([1, 200, 200, 50]);
  });

  it("reads nothing more for a wallet without drifters", async () => {
    balance = 0;
    expect((await createHoldingsReader(node)(owner)).drifterIds).to.deep.equal([]);
    expect(calls).to.deep.equal([1]);
  });

  it("reads once for all requests at the same block", async () => {
    const read = createHoldingsReader(node);
    const [first, second] = await Promise.all([read(owner), read(owner)]);
    expect(second).to.equal(first);
    expect(await read(owner)).to.equal(first);
    expect(calls).to.have.length(4);
    hash = "0x02";
    await read(owner);
    expect(calls).to.have.length(8);
  });

  const refused = () =>
    new RpcRequestError({ body: {}, url, error: { code: -32000, message: "" } });
  const reverted = () => new BaseError("out of gas");
  for (const [what, error] of [
    ["refuses large calls", refused],
    ["has too little gas for large calls", reverted],
  ] as const) {
    it(`halves a call if the node ${what}`, async () => {
      [balance, largestCall, failure] = [10, 3, error];
      expect((await createHoldingsReader(node)(owner)).drifterIds).to.deep.equal(expected());
      expect(calls).to.deep.equal([1, 10, 5, 2, 3, 5, 2, 3]);
    });
  }

  it("fails at once if the node cannot be reached, and asks again the next time", async () => {
    [largestCall, failure] = [1, () => new HttpRequestError({ url })];
    const read = createHoldingsReader(node);
    const error = await read(owner).catch((error) => error);
    expect(error).to.be.instanceOf(HttpRequestError);
    expect(calls.length).to.be.at.most(4);
    failure = undefined;
    expect((await read(owner)).drifterIds).to.have.length(450);
  });
});

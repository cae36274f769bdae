import { expect } from "chai";
import { parseEther } from "viem";
import { formatCall } from "#protocol/collectionCalls";
import { isSafeOrder, safestOrder } from "#protocol/sale/safeOrder";
import type { SaleCall } from "#protocol/sale/saleCalls";
import type { SaleState } from "#protocol/sale/simulateCalls";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const ember = { name: "Ember", startingPoint: 201n, endPoint: 301n, currentCount: 0n };
const state: SaleState = {
  phases: [lantern, ember],
  sale: saleFacts({ totalSupply: 1n }),
};

const sellEmber: SaleCall = { functionName: "changePhase", args: ["Ember"] };
const raiseBatch: SaleCall = { functionName: "adjustMaxBatch", args: [50n] };
const lowerPrice: SaleCall = { functionName: "adjustPrice", args: [parseEther("0.05")] };
const growLantern: SaleCall = { functionName: "adjustPhases", args: ["Lantern", 101n, 141n] };
const growEmber: SaleCall = { functionName: "adjustPhases", args: ["Ember", 201n, 401n] };

describe("the order of calls while minting is on", () => {
  it("gives a phase its ids before it is sold", () => {
    const order = safestOrder(state, [growEmber], [sellEmber]);
    expect(order).to.deep.equal([growEmber, sellEmber]);
    expect(isSafeOrder(state, order)).to.equal(true);
  });

  it("sells another phase before the old one grows, or larger batches are taken", () => {
    const order = safestOrder(state, [growLantern], [raiseBatch, sellEmber]);
    expect(order[0]).to.equal(sellEmber);
    expect(isSafeOrder(state, order)).to.equal(true);
    expect(isSafeOrder(state, [growLantern, raiseBatch, sellEmber])).to.equal(false);
  });

  it("is never safe where one phase would be sold at the other's price", () => {
    const order = safestOrder(state, [], [lowerPrice, sellEmber]);
    expect(order.map(formatCall)).to.have.length(2);
    expect(isSafeOrder(state, order)).to.equal(false);
    const closed = { ...state, sale: { ...state.sale, isMinting: false } };
    expect(isSafeOrder(closed, order)).to.equal(true);
  });
});

import { expect } from "chai";
import { parseEther } from "viem";
import { isSafeOrder } from "#sale/safeOrder";
import type { SaleCall } from "#sale/saleCalls";
import type { SaleState } from "#sale/simulateCalls";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const ember = { name: "Ember", startingPoint: 201n, endPoint: 301n, currentCount: 0n };
const state: SaleState = {
  phases: [lantern, ember],
  sale: saleFacts({ totalSupply: 1n }),
};

const sellEmber: SaleCall = { functionName: "changePhase", args: ["Ember"] };
const raiseBatch: SaleCall = { functionName: "adjustMaxBatch", args: [50n] };
const lowerPrice: SaleCall = { functionName: "adjustPrice", args: [parseEther("0.05")] };
const growEmber: SaleCall = { functionName: "adjustPhases", args: ["Ember", 201n, 401n] };

describe("call order while minting is on", () => {
  it("requires that a phase receives unminted IDs before it is sold", () => {
    const moveEmber: SaleCall = { functionName: "adjustPhases", args: ["Ember", 251n, 301n] };
    expect(isSafeOrder(state, [moveEmber, sellEmber])).to.equal(true);
    expect(isSafeOrder(state, [sellEmber, moveEmber])).to.equal(false);
  });

  it("never allows selling a phase at a different phase's price", () => {
    const closed = { ...state, sale: { ...state.sale, isMinting: false } };
    for (const order of [
      [lowerPrice, sellEmber],
      [sellEmber, lowerPrice],
    ]) {
      expect(isSafeOrder(state, order)).to.equal(false);
      expect(isSafeOrder(closed, order)).to.equal(true);
    }
  });

  const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const toggle: SaleCall = { functionName: "toggleMint", args: [] };
  const adjustLantern = (start: bigint, end: bigint): SaleCall => ({
    functionName: "adjustPhases",
    args: ["Lantern", start, end],
  });
  // Safety: the same digits.
  const sameSigner = state.sale.signer.toLowerCase() as typeof state.sale.signer;
  const first: [what: string, call: SaleCall, isSafe: boolean][] = [
    ["another phase is sold", sellEmber, false],
    ["the phase begins earlier", adjustLantern(100n, 121n), false],
    ["the phase begins later", adjustLantern(102n, 121n), false],
    ["the phase grows", adjustLantern(101n, 122n), false],
    ["the phase shrinks", adjustLantern(101n, 120n), true],
    ["larger batches are taken", raiseBatch, false],
    ["smaller batches are taken", { functionName: "adjustMaxBatch", args: [19n] }, true],
    ["another signer signs", { functionName: "adjustSigner", args: [other] }, false],
    [
      "the same signer is set in another case",
      { functionName: "adjustSigner", args: [sameSigner] },
      true,
    ],
    ["another phase gets ids", growEmber, true],
    ["minting is turned off", toggle, true],
  ];
  for (const [what, call, isSafe] of first) {
    it(`is ${isSafe ? "safe" : "unsafe"} when ${what} before the price changes`, () => {
      expect(isSafeOrder(state, [call, lowerPrice])).to.equal(isSafe);
      // The final terms are always safe: only terms in between can be unsafe.
      expect(isSafeOrder(state, [call])).to.equal(true);
    });
  }

  it("is unsafe when the price changes before the signer", () => {
    const signs: SaleCall = { functionName: "adjustSigner", args: [other] };
    expect(isSafeOrder(state, [lowerPrice, signs])).to.equal(false);
  });

  it("is unsafe when minting is turned on before the price changes", () => {
    const closed = { ...state, sale: { ...state.sale, isMinting: false } };
    expect(isSafeOrder(closed, [toggle, lowerPrice])).to.equal(false);
    expect(isSafeOrder(closed, [lowerPrice, toggle])).to.equal(true);
  });
});

import { expect } from "chai";
import { parseEther, zeroAddress } from "viem";
import type { SaleCall } from "#sale/saleCalls";
import { saleWarnings } from "#sale/saleWarnings";
import type { SaleState } from "#sale/simulateCalls";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const firstDust = { name: "First Dust", startingPoint: 1n, endPoint: 13n, currentCount: 12n };
const signer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const state: SaleState = {
  phases: [firstDust, lantern],
  sale: saleFacts({ signer, owner: other }),
};

describe("sale warnings", () => {
  const cases: [name: string, calls: SaleCall[], warnings: string[]][] = [
    ["a price too high", [price("80")], ["80 ETH is 1,000 times the current price of 0.08 ETH."]],
    ["a batch of none", [batch(0n)], ["A maximum of 0 per mint stops all mints."]],
    [
      "a batch that the contract never mints",
      [batch(500n)],
      ["The contract never mints more than 100 at once, so a maximum of 500 works like 100."],
    ],
    [
      "no signer",
      [{ functionName: "adjustSigner", args: [zeroAddress] }],
      ["No wallet can sign for the zero address, so all mints would fail."],
    ],
    [
      "another signer",
      [{ functionName: "adjustSigner", args: [other] }],
      [`Only ${other} can authorize mints; unused authorizations by ${signer} become invalid.`],
    ],
    [
      "a phase without a name or IDs",
      [phase("")],
      ["The unnamed phase has no IDs; all mints stop."],
    ],
    ["a phase that is sold out", [phase("First Dust")], ["First Dust is sold out."]],
    ["a phase that nobody made", [phase("Ember")], ["Ember has no IDs; all mints stop."]],
    [
      "ids taken from the phase that is sold",
      [{ functionName: "adjustPhases", args: ["Lantern", 101n, 102n] }],
      ["Lantern is sold out."],
    ],
  ];
  for (const [name, calls, warnings] of cases) {
    it(`includes ${name}`, () => {
      expect(saleWarnings(state, calls, "ETH")).to.deep.equal(warnings);
    });
  }

  const prices: [now: bigint, next: bigint, warning: string | undefined][] = [
    [1n, 9n, undefined],
    [1n, 10n, "0.00000000000000001 ETH is 10 times the current price of 0.000000000000000001 ETH."],
    [0n, 5n, undefined],
    [100n, 11n, undefined],
    [100n, 10n, "0.00000000000000001 ETH is 1/10 of the current price of 0.0000000000000001 ETH."],
    [1n, 0n, "Price 0 makes every mint free."],
    [5n, 5n, undefined],
  ];
  for (const [now, next, warning] of prices) {
    it(`${warning === undefined ? "omits" : "includes"} a price change from ${now} to ${next} wei`, () => {
      const before = { ...state, sale: { ...state.sale, price: now } };
      const call: SaleCall = { functionName: "adjustPrice", args: [next] };
      expect(saleWarnings(before, [call], "ETH")).to.deep.equal(warning ? [warning] : []);
    });
  }

  it("covers the entire sale when it opens", () => {
    const closed = { ...state.sale, isMinting: false, price: 0n, maxBatch: 0n, phase: firstDust };
    expect(saleWarnings({ ...state, sale: closed }, [toggle], "ETH")).to.deep.equal([
      "Price 0 makes every mint free.",
      "A maximum of 0 per mint stops all mints.",
      "First Dust is sold out.",
    ]);
  });
});

const toggle: SaleCall = { functionName: "toggleMint", args: [] };

function price(ether: string): SaleCall {
  return { functionName: "adjustPrice", args: [parseEther(ether)] };
}

function batch(maxBatch: bigint): SaleCall {
  return { functionName: "adjustMaxBatch", args: [maxBatch] };
}

function phase(name: string): SaleCall {
  return { functionName: "changePhase", args: [name] };
}

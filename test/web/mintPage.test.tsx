import { expect } from "chai";
import { encodeErrorResult, parseEther } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { RuleResult } from "#protocol/sale/evaluateRules";
import type { MintExplanation } from "#protocol/sale/explainMint";
import { maxMintQuantity, mintRules } from "#protocol/sale/mintRules";
import { describeRevert } from "#protocol/sale/revert";
import { blockingReason } from "../../web/src/mint/blockingReason.ts";
import { readSaleCall } from "../../web/src/mint/explanation/saleCallForm.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { renderMarkup } from "../support/markup.ts";
import { saleFacts } from "../support/saleFacts.ts";
import "../support/componentLoader.ts";
import "../support/pageSettings.ts";

const { RuleList } = await import("../../web/src/mint/explanation/Explanation.tsx");
const { WhatIfs } = await import("../../web/src/mint/explanation/WhatIfs.tsx");

const wallet = hardhatAccount(6).address;
const lantern = { name: "Lantern Season", startingPoint: 101n, endPoint: 121n, currentCount: 1n };
const sale = saleFacts({
  signer: hardhatAccount(1).address,
  owner: hardhatAccount(0).address,
  phase: lantern,
});

/** Explains a mint of one that passes every rule except for `differing`. */
function explain(differing: Partial<Record<string, Partial<RuleResult>>> = {}): MintExplanation {
  const value = sale.price;
  const mintCase = { balance: parseEther("0.05"), symbol: "ETH", qty: 1n, value, sale };
  return {
    canMint: false,
    blockNumber: 9n,
    wallet,
    qty: 1n,
    value,
    sale,
    whatIf: [],
    results: mintRules.map(({ id, title, facts }) => ({
      rule: id,
      title,
      result: "passed",
      facts: facts(mintCase),
      reasons: [],
      ...differing[id],
    })),
  };
}

describe("the mint page", () => {
  describe("describes the problem when", () => {
    it("the sale is off", () => {
      const told = blockingReason({ sale: { ...sale, isMinting: false }, isAuthorized: false });
      expect(told).to.equal("Minting is off. Wait until the collection's owner turns it on.");
      expect(blockingReason({ sale, isAuthorized: false })).to.equal(undefined);
    });
  });

  it("limits the quantity to the remaining supply and to the maximum per mint", () => {
    expect(maxMintQuantity(sale)).to.equal(19n);
    expect(maxMintQuantity({ ...sale, maxBatch: 5n })).to.equal(5n);
    expect(
      maxMintQuantity({ ...sale, maxBatch: 500n, phase: { ...lantern, endPoint: 900n } }),
    ).to.equal(100n);
    expect(maxMintQuantity({ ...sale, totalSupply: 9_998n })).to.equal(2n);
  });

  describe("“Why can't I mint?”", () => {
    it("lists every rule in the contract's order, each with its result and figures", async () => {
      const { results } = explain({ AuthenticationFailed: { result: "failed" } });
      const { all } = await renderMarkup(<RuleList results={results} />);
      const told = all("li").map(({ text }) => text);
      expect(told).to.have.length(mintRules.length);
      for (const [index, { id, title }] of mintRules.entries()) {
        expect(told[index]).to.include(title).and.include(results[index]?.facts);
        expect(told[index]).to.match(id === "AuthenticationFailed" ? /^failed/ : /^passed/);
      }
      expect(told.join()).to.contain("1 × 0.08 ETH is 0.08 ETH");
    });

    it("shows the outcome of each call, and the fault of an invalid one", async () => {
      const overlap = { functionName: "adjustPhases", args: ["Ember", 110n, 120n] } as const;
      const cheaper = { functionName: "adjustPrice", args: [parseEther("0.01")] } as const;
      const revert = describeRevert(
        encodeErrorResult({
          abi: fringeDriftersAbi,
          errorName: "PhaseOverlaps",
          args: ["Lantern Season"],
        }),
      );
      const { all } = await renderMarkup(
        <WhatIfs
          calls={[overlap, cheaper]}
          outcomes={[{ call: overlap, revert }, { call: cheaper }]}
          onChange={() => {}}
        />,
      );
      const [refused, done] = all("li").map(({ text }) => text);
      expect(refused).to.contain('reverts and changes nothing: PhaseOverlaps("Lantern Season").');
      expect(done).to.contain("succeeds: each drifter then costs 0.01 ETH");
      expect(readSaleCall("adjustMaxBatch", ["many"])).to.deep.equal({
        fault: "Invalid arguments for adjustMaxBatch. Enter newMaxBatch: a whole number.",
      });
    });
  });
});

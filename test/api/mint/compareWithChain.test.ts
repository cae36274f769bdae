import { expect } from "chai";
import { pino } from "pino";
import { comparePlan, listPlanWarnings } from "../../../api/src/mint/compareWithChain.ts";
import { account } from "../../support/api/apiFixture.ts";
import { createPlan } from "../../support/api/salePlan.ts";
import { saleFacts } from "../../support/saleFacts.ts";

/** Compares a plan with a collection whose only phase is Lantern; returns the log's messages. */
async function compare(plan: ReturnType<typeof createPlan>, differing = {}) {
  const lines: string[] = [];
  const logger = pino(
    { base: null },
    { write: (line: string) => lines.push(JSON.parse(line).msg) },
  );
  const chain = {
    readSale: async () => ({ ...saleFacts(differing), blockNumber: 9n }),
    hasPhase: async (name: string) => name === "Lantern",
  };
  await comparePlan({ chain, plan, logger });
  return lines;
}

describe("comparePlan", () => {
  it("logs nothing for a plan that matches the collection", async () => {
    expect(await compare(createPlan(["Lantern", 5]))).to.deep.equal([]);
  });

  it("warns about a phase that the collection does not have", async () => {
    const [line] = await compare(createPlan(["Lantern", 5], ["Lanterns", 5]));
    expect(line).to.contain("SALE_FILE names phases that the collection does not have");
  });

  it("warns about a price or a maximum per mint that differs from the plan's", async () => {
    for (const terms of [{ price: 0n }, { maxBatch: 5n }]) {
      const lines = await compare(createPlan(["Lantern", 5]), terms);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.contain("“Lantern” is on sale at").and.contain("the sale file says");
    }
  });
});

describe("listPlanWarnings", () => {
  const current = createPlan(["Lantern", 5]);
  const { signer } = saleFacts({});
  const list = (differing = {}, key = signer) => {
    const sale = { ...saleFacts(differing), blockNumber: 9n };
    return listPlanWarnings({ readSale: async () => sale }, { isOutdated: false, current }, key);
  };

  it("warns about terms on the chain that differ from the sale file's, while minting is on", async () => {
    expect(await list()).to.deep.equal([]);
    expect(await list({ price: 50_000_000_000_000_000n })).to.deep.equal([
      "“Lantern” is on sale at 0.05 ETH, up to 20 per mint; the sale file says 0.08 ETH, up to 20 per mint. Run npm run phases -- plan.",
    ]);
    expect(await list({ price: 0n, isMinting: false })).to.deep.equal([]);
  });

  it("warns about a key that is not the collection's signer", async () => {
    const [warning, ...others] = await list({}, account(3).address);
    expect(warning).to.match(/^MINT_SIGNER_KEY is not the collection's signer: no auth.* issued\./);
    expect(others).to.deep.equal([]);
  });

  it("warns about an invalid sale file, also while the chain is unreadable", async () => {
    const unreadable = { readSale: () => Promise.reject(new Error("down")) };
    const outdated = { isOutdated: true, current };
    expect(await listPlanWarnings(unreadable, outdated, signer)).to.deep.equal([
      "The sale file is invalid: the previous plan stays in force. The log lists the problems.",
    ]);
  });
});

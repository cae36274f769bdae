import { expect } from "chai";
import { pino } from "pino";
import { comparePlan } from "../../../api/src/mint/compareWithChain.ts";
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

import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { collectionAbi } from "#chain/abi";
import { describeRevert, type Revert } from "#protocol/sale/revert";
import type { CallsSimulation } from "#protocol/sale/simulateCalls";
import { emptyDraft, rangeField, type SaleDraft } from "../../../web/src/phases/saleDraft.ts";
import { type SaleAtBlock, simulationQueryOptions } from "../../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import "../../support/web/componentLoader.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../../support/web/markup.ts";
import "../../support/web/pageSettings.ts";
import { saleFacts } from "../../support/saleFacts.ts";

const { Planner } = await import("../../../web/src/phases/Planner.tsx");
const { planSale } = await import("../../../web/src/phases/salePlan.ts");

const firstDust = { name: "First Dust", startingPoint: 1n, endPoint: 13n, currentCount: 12n };
const lantern = { name: "Lantern Season", startingPoint: 101n, endPoint: 121n, currentCount: 1n };
const ember = { name: "Ember", startingPoint: 0n, endPoint: 0n, currentCount: 0n };
const sale: SaleAtBlock = {
  blockNumber: 9n,
  phases: [firstDust, lantern, ember],
  sale: saleFacts({
    signer: hardhatAccount(1).address,
    owner: hardhatAccount(0).address,
    phase: lantern,
  }),
};

/** The revert for a phase that would end below its minted count. */
const tooFewIds = describeRevert(
  encodeErrorResult({
    abi: collectionAbi,
    errorName: "PhaseEndBelowMinted",
    args: [13n, 11n],
  }),
);

/** Returns a draft with these ranges, as typed. */
function ranges(
  ...typed: [phase: typeof ember, startingPoint: string, endPoint: string][]
): SaleDraft {
  const texts = typed.flatMap(([{ name }, startingPoint, endPoint]) => [
    [rangeField(name, "startingPoint"), startingPoint],
    [rangeField(name, "endPoint"), endPoint],
  ]);
  return { ...emptyDraft, texts: Object.fromEntries(texts) };
}

/** Renders the planner without a wallet, after the simulation. */
async function planner(draft: SaleDraft, simulation = simulated(draft)) {
  const client = clientWithData();
  const { calls } = planSale(sale, draft);
  client.setQueryData(simulationQueryOptions(sale, calls).queryKey, simulation);
  const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
  const markup = await renderMarkup(
    <WalletContext value={wallet}>
      <Planner
        sale={sale}
        draft={draft}
        onDraft={() => {}}
        onChainMoved={() => {}}
        namesNotice={null}
      />
    </WalletContext>,
    client,
  );
  const findings = markup.elements.find(({ attributes }) => attributes.id === "phases-findings");
  return { ...markup, findings: findings?.text };
}

const offer = "Call data for another wallet";
const held = "Fix the issues above first.";

describe("the page that plans phases", () => {
  describe("without a wallet", () => {
    it("lists the ranges of IDs with their phases", async () => {
      const { all } = await planner(emptyDraft);
      expect(all("th", "td").map(({ text }) => text)).to.deep.equal([
        ...["IDs", "On chain", "1–12", "“First Dust”, minted", "13–100", "no phase"],
        ...["101", "“Lantern Season”, minted", "102–120", "“Lantern Season”, not minted yet"],
      ]);
    });
  });

  describe("while drafting, before any transaction,", () => {
    const failures: { name: string; draft: SaleDraft; finding: string }[] = [
      {
        name: "an end below what is minted",
        draft: ranges([firstDust, "1", "11"]),
        finding: "“First Dust” would end below its 12 minted drifters. End it at 13 or later.",
      },
      {
        name: "a start that leaves out minted IDs",
        draft: ranges([lantern, "100", "121"]),
        finding: "“Lantern Season” would begin at 100, away from its 1 minted drifter.",
      },
      {
        name: "an end before the start",
        draft: ranges([ember, "300", "200"]),
        finding: "“Ember” would end at 200, before it begins at 300.",
      },
      {
        name: "a phase longer than the collection",
        draft: ranges([lantern, "101", "10102"]),
        finding: "“Lantern Season” would have 10,001 IDs, more than the maximum supply of 10,000",
      },
      {
        name: "an invalid number",
        draft: ranges([lantern, "101", "1e3"]),
        finding: "The end of “Lantern Season” must be a whole number below 2^64.",
      },
    ];
    for (const { name, draft, finding } of failures) {
      it(`reports ${name}, and offers nothing to send`, async () => {
        const { words, findings } = await planner(draft, simulated(draft, tooFewIds));
        expect(findings).to.contain(finding);
        expect(words).to.contain(held);
        expect(words).not.to.contain(offer);
      });
    }

    it("warns of gaps and of more IDs than the supply cap, which the contract allows", async () => {
      const { words, findings } = await planner(ranges([ember, "121", "10121"]));
      expect(findings).to.equal("No issues: the contract's rules allow these phases.");
      expect(words).to.contain("No phase has the IDs 13–100, between “First Dust” and");
      expect(words).to.contain("Together the phases have 10,032 IDs");
      expect(words).to.contain(offer);
    });
  });
});

/** Simulates the calls of a draft: all succeed, or all revert with `revert`. */
function simulated(draft: SaleDraft, revert?: Revert): CallsSimulation {
  const { calls } = planSale(sale, draft);
  const effect = { subject: "It", before: "old", after: "new", ...(revert && { revert }) };
  return { effects: calls.map((call) => ({ call, ...effect })), after: sale };
}

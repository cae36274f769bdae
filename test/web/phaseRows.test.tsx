import { expect } from "chai";
import {
  changeRange,
  emptyDraft,
  resetPhase,
  type SaleDraft,
} from "../../web/src/phases/saleDraft.ts";
import type { SaleAtBlock } from "../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../web/src/wallet/useWallet.ts";
import "../support/componentLoader.ts";
import { type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { saleFacts } from "../support/saleFacts.ts";
import { withFetch } from "../support/stubFetch.ts";

const { Planner } = await import("../../web/src/phases/Planner.tsx");
const { NamesNotice } = await import("../../web/src/phases/NamesNotice.tsx");

const dust = { name: "First Dust", startingPoint: 1n, endPoint: 13n, currentCount: 12n };
const open = { name: "Lantern", startingPoint: 101n, endPoint: 121n, currentCount: 0n };
const ember = { name: "Ember", startingPoint: 0n, endPoint: 0n, currentCount: 0n };
const sale: SaleAtBlock = {
  blockNumber: 9n,
  phases: [dust, open, ember],
  sale: saleFacts({ phase: open, totalSupply: 12n }),
};

/** The planner with a draft, and the drafts that it has asked for. */
async function withDraft(
  draft: SaleDraft,
  work: (page: Mounted, drafts: SaleDraft[]) => Promise<void>,
) {
  const drafts: SaleDraft[] = [];
  const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
  await withFetch(
    () => Promise.reject(new TypeError("Failed to fetch")),
    () =>
      mounted(
        <WalletContext value={wallet}>
          <Planner
            sale={sale}
            draft={draft}
            onDraft={(next) => drafts.push(next)}
            onChainMoved={() => {}}
            namesNotice={null}
          />
        </WalletContext>,
        (page) => work(page, drafts),
      ),
  );
}

const sums = (page: Mounted) =>
  page
    .all("p")
    .filter((each) => each.getAttribute("class") === "phase-row__sum")
    .map(({ textContent }) => textContent);
const actions = (page: Mounted) =>
  page
    .all("button")
    .map((each) => each.getAttribute("aria-label"))
    .filter((label) => /^(Reset|Remove) /.test(label ?? ""));

describe("the rows of phases", () => {
  const longer = changeRange(emptyDraft, open, { endPoint: "131" });

  it("show what is on the chain, and offer to remove what has minted nothing", () =>
    withDraft(emptyDraft, async (page) => {
      expect(sums(page)[0]).to.match(/: 12 IDs, 12 minted$/);
      expect(sums(page)[1]).to.match(/: 20 IDs$/);
      expect(sums(page)).to.have.length(2);
      expect(sums(page).join()).not.to.contain("now");
      expect(actions(page)).to.have.length(1);
      expect(actions(page)[0]).to.match(/^Remove .*Lantern/);
      expect(page.words()).not.to.contain("Discard the draft");
    }));

  it("show what is drafted beside what is on the chain, and take it back", () =>
    withDraft(longer, async (page, drafts) => {
      expect(sums(page)[1]).to.match(/: 30 IDs \(now .+\)$/);
      expect(sums(page)[0]).not.to.contain("now");
      const [reset, remove] = actions(page);
      await page.click(reset ?? "");
      await page.click(remove ?? "");
      await page.click("Discard the draft");
      expect(drafts).to.deep.equal([
        resetPhase(longer, open.name),
        changeRange(emptyDraft, open, { startingPoint: "101", endPoint: "101" }),
        emptyDraft,
      ]);
    }));

  it("point invalid fields to the issues", () =>
    withDraft(changeRange(emptyDraft, open, { endPoint: "many" }), async (page) => {
      const fields = page
        .all("input")
        .filter((each) => each.getAttribute("inputmode") === "numeric");
      const invalid = fields.map((each) => each.getAttribute("aria-invalid"));
      expect(invalid).to.deep.equal(["false", "false", "false", "true"]);
      expect(fields[3]?.getAttribute("aria-describedby")).to.equal("phases-findings");
      expect(fields[2]?.getAttribute("aria-describedby")).to.equal(null);
    }));
});

describe("the notice on phases that are not shown", () => {
  const search = {
    names: [],
    search: undefined,
    isSearching: false,
    error: null,
    stop() {},
    searchAgain: () => undefined,
  };
  for (const [supply, words] of [
    [12n, ""],
    [13n, "1 minted drifter is in phases"],
    [14n, "2 minted drifters are in phases"],
  ] as const) {
    it(`says “${words}” with ${supply} minted in all`, async () => {
      const seen = { ...sale, sale: { ...sale.sale, totalSupply: supply } };
      await mounted(<NamesNotice search={search} sale={seen} />, async (page) => {
        if (words === "") expect(page.words()).to.equal("");
        else expect(page.words()).to.contain(words);
      });
    });
  }
});

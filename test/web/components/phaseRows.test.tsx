import { screen } from "@testing-library/react";
import { expect } from "chai";
import {
  changeRange,
  emptyDraft,
  resetPhase,
  type SaleDraft,
} from "../../../web/src/phases/saleDraft.ts";
import type { SaleAtBlock } from "../../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import { answerFetch, renderComponent, textbox, words } from "../../support/renderComponent.tsx";
import { saleFacts } from "../../support/saleFacts.ts";

const { NamesNotice } = await import("../../../web/src/phases/NamesNotice.tsx");
const { Planner } = await import("../../../web/src/phases/Planner.tsx");

const dust = { name: "First Dust", startingPoint: 1n, endPoint: 13n, currentCount: 12n };
const lantern = { name: "Lantern", startingPoint: 101n, endPoint: 121n, currentCount: 0n };
const ember = { name: "Ember", startingPoint: 0n, endPoint: 0n, currentCount: 0n };
const sale: SaleAtBlock = {
  blockNumber: 9n,
  phases: [dust, lantern, ember],
  sale: saleFacts({ phase: lantern, totalSupply: 12n }),
};

/** Renders the planner with a draft; `drafts` are those that it has asked for. */
function openPlanner(draft: SaleDraft) {
  // No simulation ends.
  answerFetch(() => new Promise(() => {}));
  const drafts: SaleDraft[] = [];
  const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
  const page = renderComponent(
    <WalletContext value={wallet}>
      <Planner
        sale={sale}
        draft={draft}
        onDraft={(next) => drafts.push(next)}
        onChainMoved={() => {}}
        namesNotice={null}
      />
    </WalletContext>,
  );
  return { ...page, drafts };
}

/** Text of a phase's row. */
function row(name: string): string {
  const item = screen.getByRole("heading", { name }).closest("li");
  if (!item) throw new Error(`${name} has no row.`);
  return words(item);
}
const names = (pattern: RegExp) =>
  screen.queryAllByRole("button", { name: pattern }).map((each) => each.getAttribute("aria-label"));
const longer = changeRange(emptyDraft, lantern, { endPoint: "131" });

describe("PhaseRows", () => {
  it("shows the phases on the chain, and offers to remove those that have minted nothing", () => {
    openPlanner(emptyDraft);
    expect(row("First Dust")).to.match(/: 12 IDs, 12 minted$/);
    expect(row("Lantern")).to.match(/: 20 IDsRemove$/);
    expect(screen.queryByRole("heading", { name: "Ember" })).to.equal(null);
    expect(names(/^Reset /)).to.deep.equal([]);
    expect(names(/^Remove /)).to.deep.equal(["Remove “Lantern”"]);
    expect(screen.queryByRole("button", { name: "Discard the draft" })).to.equal(null);
  });

  it("shows the drafted range beside that on the chain", () => {
    openPlanner(longer);
    expect(row("Lantern")).to.match(/: 30 IDs \(now .+\)ResetRemove$/);
    expect(row("First Dust")).not.to.contain("now");
  });

  for (const [name, expected] of [
    ["Reset “Lantern”", resetPhase(longer, lantern.name)],
    [
      "Remove “Lantern”",
      changeRange(emptyDraft, lantern, { startingPoint: "101", endPoint: "101" }),
    ],
    ["Discard the draft", emptyDraft],
  ] as const) {
    it(`changes the draft on “${name}”`, async () => {
      const { press, drafts } = openPlanner(longer);
      await press(name);
      expect(drafts).to.deep.equal([expected]);
    });
  }

  it("changes the range that is typed", async () => {
    const { enter, drafts } = openPlanner(longer);
    await enter(textbox("First ID of “Lantern”"), " 111 ");
    expect(drafts).to.deep.equal([changeRange(longer, lantern, { startingPoint: "111" })]);
  });

  it("describes an invalid field by the findings", () => {
    openPlanner(changeRange(emptyDraft, lantern, { endPoint: "many" }));
    const fields = ["First ID", "End"].flatMap((label) =>
      ["First Dust", "Lantern"].map((name) => textbox(`${label} of “${name}”`)),
    );
    expect(fields.map((each) => each.getAttribute("aria-invalid"))).to.deep.equal([
      ...["false", "false", "false", "true"],
    ]);
    expect(fields.map((each) => each.getAttribute("aria-describedby"))).to.deep.equal([
      ...[null, null, null, "phases-findings"],
    ]);
    for (const field of fields) expect(field.inputMode).to.equal("numeric");
  });
});

describe("NamesNotice", () => {
  const search = {
    names: [],
    search: undefined,
    isSearching: false,
    error: null,
    stop() {},
    searchAgain: () => undefined,
  };
  for (const [supply, expected] of [
    [12n, /^$/],
    [13n, /^1 minted drifter is in phases that are not shown\./],
    [14n, /^2 minted drifters are in phases that are not shown\./],
  ] as const) {
    it(`says ${expected} when the shown phases have 12 of ${supply} minted drifters`, () => {
      const seen = { ...sale, sale: { ...sale.sale, totalSupply: supply } };
      renderComponent(<NamesNotice search={search} sale={seen} />);
      expect(words()).to.match(expected);
    });
  }

  it("shows the progress of a search and stops it", async () => {
    let stops = 0;
    const running = {
      ...search,
      isSearching: true,
      search: { names: ["Dust", "Ember"], done: 1_000n, total: 4_000n },
      stop() {
        stops += 1;
      },
    };
    const { press, rerender } = renderComponent(<NamesNotice search={running} sale={sale} />);
    expect(words()).to.contain("for phases: 25 % of 4,000 blocks, 2 found.");
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Blocks scanned" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).to.deep.equal(["25", "100"]);
    await press("Stop searching");
    expect(stops).to.equal(1);
    const done = { ...running, search: { ...running.search, done: 4_000n } };
    rerender(<NamesNotice search={done} sale={sale} />);
    expect(words()).to.equal("");
  });

  it("says why a search failed, and searches again", async () => {
    let searches = 0;
    const failed = {
      ...search,
      error: new Error("Away."),
      searchAgain() {
        searches += 1;
        return undefined;
      },
    };
    const { press } = renderComponent(<NamesNotice search={failed} sale={sale} />);
    expect(words(screen.getByRole("status"))).to.match(
      /^Can't reach the network to look for phases\. Search again, or name them below\./,
    );
    await press("Search for phases again");
    expect(searches).to.equal(1);
  });
});

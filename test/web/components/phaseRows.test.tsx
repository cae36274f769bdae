import { act, cleanup, screen, within } from "@testing-library/react";
import { expect } from "chai";
import {
  changeRange,
  changeSetting,
  emptyDraft,
  pauseMinting,
  removePhase,
  resetPhase,
  type SaleDraft,
} from "../../../web/src/phases/saleDraft.ts";
import type { SaleAtBlock } from "../../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import {
  button,
  createQueryClient,
  refuseRequests,
  renderComponent,
  textbox,
  words,
} from "../../support/renderComponent.tsx";
import { saleFacts } from "../../support/saleFacts.ts";

const { NamesNotice } = await import("../../../web/src/phases/NamesNotice.tsx");
const { default: PhasesPage } = await import("../../../web/src/phases/PhasesPage.tsx");
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
function openPlanner(draft: SaleDraft, shown = sale) {
  refuseRequests();
  const drafts: SaleDraft[] = [];
  const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
  const page = renderComponent(
    <WalletContext value={wallet}>
      <Planner
        sale={shown}
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
const newName = () => textbox("Name of another phase");
const hint = () => document.getElementById(newName().getAttribute("aria-describedby") ?? "");
const usualHint =
  "A new name, or an existing phase not listed above. A name cannot be changed later.";
const named: SaleDraft = { ...emptyDraft, names: ["Ember"] };
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

  it("shows the phases in the order of their IDs", () => {
    openPlanner(emptyDraft, { ...sale, phases: [lantern, dust] });
    const section = screen.getByRole("region", { name: "Draft the phases" });
    const rows = within(section).getAllByRole("heading");
    expect(rows.map(({ textContent }) => textContent)).to.deep.equal([
      ...["Draft the phases", "First Dust", "Lantern"],
    ]);
  });

  it("does not offer to remove a phase whose draft is empty", () => {
    openPlanner(removePhase(changeRange(longer, dust, { endPoint: "14" }), lantern));
    expect(names(/^Re/)).to.deep.equal(["Reset “First Dust”", "Reset “Lantern”"]);
  });

  it("shows the drafted range beside that on the chain", () => {
    openPlanner(longer);
    const changed = ["First Dust", "Lantern"].map(
      (name) => textbox(`End of “${name}”`).dataset.changed,
    );
    expect(changed).to.deep.equal(["false", "true"]);
    expect(row("Lantern")).to.match(/: 30 IDs \(now .+\)ResetRemove$/);
    expect(row("First Dust")).not.to.contain("now");
  });

  it("counts no IDs of a phase with only one, which can be removed", () => {
    openPlanner(emptyDraft, { ...sale, phases: [dust, { ...lantern, endPoint: 102n }] });
    expect(row("Lantern")).to.match(/101Remove$/);
  });

  it("shows a phase without IDs when it was named, and removes it from the draft", async () => {
    const { press, drafts } = openPlanner(named);
    expect(row("Ember")).to.match(/^Emberhas no IDs on chain.*Remove$/);
    expect(row("Lantern")).not.to.contain("has no IDs on chain");
    await press("Remove “Ember”");
    expect(drafts).to.deep.equal([emptyDraft]);
  });

  it("shows named phases in the order in which they were named", () => {
    const others = ["Salt", "Ash"].map((name) => ({ ...ember, name }));
    const drafted = { ...emptyDraft, names: ["Ash", "Ember", "Salt"] };
    openPlanner(drafted, { ...sale, phases: [dust, lantern, ember, ...others] });
    const section = screen.getByRole("region", { name: "Draft the phases" });
    const rows = within(section).getAllByRole("heading");
    expect(rows.map(({ textContent }) => textContent).slice(3)).to.deep.equal(drafted.names);
  });

  it("shows a drafted range alone if the phase has no IDs on the chain", () => {
    openPlanner(changeRange(named, ember, { startingPoint: "500", endPoint: "600" }));
    expect(row("Ember")).to.contain(": 100 IDs").and.not.contain("now");
  });

  it("shows each of two drafted ranges in its own row", () => {
    openPlanner(
      changeRange(changeRange(named, ember, { startingPoint: "500", endPoint: "600" }), lantern, {
        endPoint: "131",
      }),
    );
    expect(
      [row("Ember"), row("Lantern")].map((text) => /: (\d+) IDs/.exec(text)?.[1]),
    ).to.deep.equal(["100", "30"]);
  });

  it("shows an active phase without IDs, which cannot be removed", () => {
    openPlanner(emptyDraft, { ...sale, sale: { ...sale.sale, phase: ember } });
    expect(row("Ember")).to.contain("has no IDs on chain");
    expect(names(/^Remove /)).to.deep.equal(["Remove “Lantern”"]);
  });

  it("adds a phase by its name on Enter and on Add", async () => {
    const { user, press, drafts } = openPlanner(emptyDraft);
    expect([button("Add").disabled, words(hint() ?? undefined)]).to.deep.equal([true, usualHint]);
    await user.type(newName(), "Ember");
    expect([button("Add").disabled, drafts]).to.deep.equal([false, []]);
    await user.keyboard("{Enter}");
    expect([drafts, newName().value]).to.deep.equal([[named], ""]);
    await user.keyboard("{Enter}");
    await user.type(newName(), "Ember");
    await press("Add");
    expect(drafts).to.deep.equal([named, named]);
  });

  it("adds no phase that is listed", async () => {
    const { user, drafts } = openPlanner(emptyDraft);
    await user.type(newName(), "Lantern{Enter}");
    expect(words(hint() ?? undefined)).to.equal("“Lantern” is listed above: change it there.");
    expect([button("Add").disabled, drafts]).to.deep.equal([true, []]);
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

  it("describes every field of a refused phase by the findings", () => {
    const apart = changeRange(emptyDraft, ember, { startingPoint: "500", endPoint: "600" });
    openPlanner(changeRange(apart, lantern, { startingPoint: "5" }));
    const invalid = ["First Dust", "Lantern", "Ember"].map((name) => {
      const field = textbox(`End of “${name}”`);
      return [field.getAttribute("aria-invalid"), field.getAttribute("aria-describedby")];
    });
    const [refused, accepted] = [
      ["true", "phases-findings"],
      ["false", null],
    ];
    expect(invalid).to.deep.equal([refused, refused, accepted]);
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

describe("PhasesPage", () => {
  it("says that it shows an older block only while the network cannot be reached", async () => {
    refuseRequests();
    const queryClient = createQueryClient(60_000);
    queryClient.setQueryData(["phases", "names"], []);
    queryClient.setQueryData(["phases", "sale", []], sale);
    const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
    renderComponent(
      <WalletContext value={wallet}>
        <PhasesPage />
      </WalletContext>,
      { queryClient },
    );
    const old = "Can't reach the network; this page shows block 9.";
    expect(row("Lantern")).to.contain("20 IDs");
    expect(words()).not.to.contain("Can't reach");
    await act(() => queryClient.refetchQueries({ queryKey: ["phases", "sale"] }));
    await screen.findByText(old);
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

  it("shows the progress of the search, and stops it", async () => {
    let stops = 0;
    const stop = () => {
      stops += 1;
    };
    const progress = { done: 1_500n, total: 6_000n, names: ["Ember"] };
    const running = { ...search, isSearching: true, search: progress, stop };
    const { press } = renderComponent(<NamesNotice search={running} sale={sale} />);
    expect(words()).to.contain("25 % of 6,000 blocks, 1 found.");
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Blocks scanned" });
    expect([bar.value, bar.max]).to.deep.equal([25, 100]);
    await press("Stop searching");
    expect(stops).to.equal(1);
  });

  it("can search again when the search failed", async () => {
    let searches = 0;
    const searchAgain = () => {
      searches += 1;
      return undefined;
    };
    const failed = { ...search, error: new Error("Away."), searchAgain };
    const { press } = renderComponent(<NamesNotice search={failed} sale={sale} />);
    expect(words(screen.getByRole("status"))).to.contain("Can't reach the network to look for");
    await press("Search for phases again");
    expect(searches).to.equal(1);
  });
});

describe("SettingFields", () => {
  it("offers each phase with IDs, on the chain or drafted, and the one that was chosen", () => {
    openPlanner(changeSetting(emptyDraft, "phase", "Elsewhere", "Lantern"));
    const options = screen
      .getAllByRole<HTMLOptionElement>("option")
      .map(({ textContent }) => textContent);
    expect(options).to.deep.equal(["on", "off", "Lantern", "First Dust", "Elsewhere"]);
  });

  it("ignores spaces around an amount with a comma", () => {
    openPlanner(changeSetting(emptyDraft, "price", " 0,05 ", "0.08"));
    expect(words()).to.contain("Use a dot, 0.05");
  });

  it("leaves the fields of a range to the person: no completion, no spelling", () => {
    openPlanner(emptyDraft);
    const fields = [...document.querySelectorAll(".phase-row__field input")];
    expect(fields.length).to.be.greaterThan(0);
    for (const field of fields) {
      expect(field.getAttribute("autocomplete")).to.equal("off");
      expect(field.getAttribute("spellcheck")).to.equal("false");
    }
  });

  it("describes an invalid setting by its fault, and shows what it is now", () => {
    openPlanner(changeSetting(emptyDraft, "price", "0,05 each", "0.08"));
    expect(words()).to.contain("Price must be").and.not.contain("Use a dot");
    cleanup();
    openPlanner(changeSetting(emptyDraft, "price", "0,05", "0.08"));
    const price = textbox("Price in ETH");
    const fault = document.getElementById(price.getAttribute("aria-describedby") ?? "");
    expect([fault?.textContent, price.value]).to.deep.equal(["Use a dot, 0.05", "0,05"]);
    expect(words(price.closest(".field") ?? undefined)).to.contain("now 0.08");
    const most = textbox("Max per mint");
    expect([price, most].map((field) => field.getAttribute("aria-invalid"))).to.deep.equal([
      "true",
      "false",
    ]);
    expect([most.getAttribute("aria-describedby"), most.value]).to.deep.equal([null, "20"]);
    expect([price, most].map(({ dataset }) => dataset.changed)).to.deep.equal(["true", "false"]);
    for (const field of [price, most]) {
      expect([field.autocomplete, field.getAttribute("spellcheck")]).to.deep.equal([
        "off",
        "false",
      ]);
    }
  });

  for (const [title, draft, options] of [
    ["usually", emptyDraft, ["on", "off"]],
    ["during a pause", pauseMinting(emptyDraft), ["on", "off", "on, after a pause"]],
  ] as const) {
    it(`offers minting ${options.join(" / ")} ${title}`, () => {
      openPlanner(draft);
      const minting = screen.getByRole<HTMLSelectElement>("combobox", { name: "Minting" });
      expect([...minting.options].map(({ text }) => text)).to.deep.equal(options);
      expect(minting.dataset.changed).to.equal(String(options.length > 2));
    });
  }

  it("shows what is on the chain, and offers the phases with IDs and those of the draft", () => {
    openPlanner(emptyDraft, { ...sale, sale: { ...sale.sale, isMinting: false } });
    const [minting, phase] = ["Minting", "Active phase"].map((name) =>
      screen.getByRole<HTMLSelectElement>("combobox", { name }),
    );
    expect([minting?.value, phase?.value]).to.deep.equal(["off", "Lantern"]);
    expect([...(phase?.options ?? [])].map(({ text }) => text)).to.deep.equal([
      ...["Lantern", "First Dust"],
    ]);
  });

  it("changes the setting that is typed or chosen", async () => {
    const { user, enter, drafts } = openPlanner(emptyDraft);
    await enter(textbox("Max per mint"), " 5 ");
    await user.selectOptions(screen.getByRole("combobox", { name: "Minting" }), "off");
    expect(drafts.map(({ settings }) => settings)).to.deep.equal([
      { maxBatch: "5" },
      { isMinting: "off" },
    ]);
  });
});

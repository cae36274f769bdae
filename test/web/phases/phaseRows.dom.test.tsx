import { mock } from "node:test";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import {
  changeField,
  emptyDraft,
  pauseMinting,
  rangeField,
  type SaleDraft,
  saleDraftStore,
  settingField,
} from "../../../web/src/phases/saleDraft.ts";
import type { SaleAtBlock } from "../../../web/src/phases/saleQueries.ts";
import { saleFacts } from "../../support/saleFacts.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  button,
  createQueryClient,
  inWallet,
  rejectRequests,
  renderComponent,
  stubResponses,
  textbox,
  words,
} from "../../support/web/renderComponent.tsx";

const { NamesNotice } = await import("../../../web/src/phases/NamesNotice.tsx");
const { default: PhasesPage } = await import("../../../web/src/phases/PhasesPage.tsx");
const { Planner } = await import("../../../web/src/phases/Planner.tsx");

const dust = { name: "First Dust", startingPoint: 1n, endPoint: 13n, currentCount: 12n };
const lantern = { name: "Lantern", startingPoint: 101n, endPoint: 121n, currentCount: 0n };
const ember = { name: "Ember", startingPoint: 0n, endPoint: 0n, currentCount: 0n };
const ash = { ...ember, name: "Ash" };
const sale: SaleAtBlock = {
  blockNumber: 9n,
  phases: [lantern, ember, ash, dust],
  sale: saleFacts({ phase: lantern, totalSupply: 12n }),
};

/** Renders the planner with a draft; `drafts` are those that it has requested. */
function openPlanner(draft: SaleDraft, shown = sale) {
  rejectRequests();
  const drafts: SaleDraft[] = [];
  const page = renderComponent(
    inWallet(
      <Planner
        sale={shown}
        draft={draft}
        onDraft={(next) => drafts.push(next)}
        onChainChange={() => {}}
        namesNotice={null}
      />,
    ),
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
const phases = () => [...document.querySelectorAll(".phase-row h3")].map(words);
const usualHint =
  "A new name, or an existing phase not listed above. A name cannot be changed later.";
const named: SaleDraft = { ...emptyDraft, names: ["Ember"] };
const longer = changeField(emptyDraft, rangeField("Lantern", "endPoint"), "131", "121");

describe("PhaseRows", () => {
  it("shows the on-chain phases, and offers to remove phases without minted tokens", () => {
    openPlanner(emptyDraft);
    expect(row("First Dust")).to.match(/1–12: 12 IDs, 12 minted$/);
    expect(row("Lantern")).to.match(/101–120: 20 IDsRemove$/);
    expect(phases()).to.deep.equal(["First Dust", "Lantern"]);
    expect(words()).to.contain(
      "Minting is on. “Lantern” is on sale at 0.08 ETH, up to 20 per mint, with 20 of 20 left. 12 of 10,000 drifters are minted. Block 9.",
    );
    expect(names(/^Reset /)).to.deep.equal([]);
    expect(names(/^Remove /)).to.deep.equal(["Remove “Lantern”"]);
    expect(screen.queryByRole("button", { name: "Discard the draft" })).to.equal(null);
  });

  it("shows the drafted range beside the on-chain range", () => {
    openPlanner(longer);
    const changed = ["First Dust", "Lantern"].map(
      (name) => textbox(`End of “${name}”`).dataset.changed,
    );
    expect(changed).to.deep.equal(["false", "true"]);
    expect(row("Lantern")).to.match(/101–130: 30 IDs \(now 101–120\)ResetRemove$/);
    expect(row("First Dust")).not.to.contain("now");
  });

  it("lists phases with IDs by ID, then phases added here and the active one", async () => {
    const { press, drafts, unmount } = openPlanner({ ...emptyDraft, names: ["Ash", "Ember"] });
    expect(phases()).to.deep.equal(["First Dust", "Lantern", "Ash", "Ember"]);
    expect(names(/^Remove /)).to.deep.equal([
      ...["Remove “Lantern”", "Remove “Ash”", "Remove “Ember”"],
    ]);
    await press("Remove “Ash”");
    expect(drafts).to.deep.equal([{ ...emptyDraft, names: ["Ember"] }]);
    unmount();
    openPlanner(emptyDraft, { ...sale, sale: saleFacts({ phase: ember }) });
    expect(phases()).to.deep.equal(["First Dust", "Lantern", "Ember"]);
  });

  it("empties an on-chain phase once, and resets both of its ends", async () => {
    const { press, drafts, unmount } = openPlanner(emptyDraft);
    await press("Remove “Lantern”");
    const end = { [rangeField("Lantern", "endPoint")]: "101" };
    expect(drafts).to.deep.equal([{ ...emptyDraft, texts: end }]);
    unmount();
    const texts = { ...end, [rangeField("Lantern", "startingPoint")]: "x" };
    const again = openPlanner({ ...emptyDraft, texts: end });
    expect(names(/^Remove /)).to.deep.equal([]);
    again.unmount();
    const both = openPlanner({ ...emptyDraft, texts });
    const invalid = ["First ID", "End"].map((label) =>
      textbox(`${label} of “Lantern”`).getAttribute("aria-invalid"),
    );
    expect(invalid).to.deep.equal(["true", "false"]);
    await both.press("Reset “Lantern”");
    expect(both.drafts).to.deep.equal([emptyDraft]);
  });

  it("adds a phase by name on Enter and on Add", async () => {
    const { user, press, drafts } = openPlanner(emptyDraft);
    expect([button("Add").disabled, words(hint() ?? undefined)]).to.deep.equal([true, usualHint]);
    await user.type(newName(), "Ember");
    expect([button("Add").disabled, drafts]).to.deep.equal([false, []]);
    fireEvent.keyDown(newName(), { key: "Enter", isComposing: true });
    expect(drafts).to.deep.equal([]);
    await user.keyboard("{Enter}");
    expect([drafts, newName().value]).to.deep.equal([[named], ""]);
    await user.keyboard("{Enter}");
    await user.type(newName(), "Ember");
    await press("Add");
    expect(drafts).to.deep.equal([named, named]);
    await user.type(newName(), "Lantern{Enter}");
    expect(words(hint() ?? undefined)).to.equal("“Lantern” is listed above: change it there.");
    expect([button("Add").disabled, drafts.length]).to.deep.equal([true, 2]);
  });

  it("labels every field in a rejected phase with its errors", () => {
    const texts = {
      [rangeField("Ember", "startingPoint")]: "500",
      [rangeField("Ember", "endPoint")]: "600",
      [rangeField("Lantern", "startingPoint")]: "5",
    };
    openPlanner({ ...emptyDraft, texts });
    const invalid = ["First Dust", "Lantern", "Ember"].map((name) => {
      const field = textbox(`End of “${name}”`);
      return [field.getAttribute("aria-invalid"), field.getAttribute("aria-describedby")];
    });
    const [rejected, accepted] = [
      ["true", "phases-findings"],
      ["false", null],
    ];
    expect(invalid).to.deep.equal([rejected, rejected, accepted]);
    expect(words(document.getElementById("phases-findings") ?? undefined)).to.contain(
      "“First Dust” and “Lantern”",
    );
    screen.getByText("Fix the issues above first.");
  });
});

describe("PhasesPage", () => {
  it("reads every phase on the chain or in the stored draft, and stores each change", async () => {
    rejectRequests();
    const texts = { [rangeField("Dusk: II", "endPoint")]: "5", [settingField("phase")]: "Rust" };
    const stored = saleDraftStore(pageSettings);
    stored.write({ names: ["Ash"], texts });
    const queryClient = createQueryClient(60_000);
    queryClient.setQueryData(["phases", "names"], ["Ember"]);
    const all = ["Ash", "Dusk: II", "Ember", "Rust"];
    queryClient.setQueryData(["phases", "sale", all], sale);
    const { enter } = renderComponent(inWallet(<PhasesPage />), { queryClient });
    await enter(textbox("Max per mint"), " 5 ");
    const changed = { ...texts, [settingField("maxBatch")]: "5" };
    expect(stored.read()).to.deep.equal({ names: ["Ash"], texts: changed });
  });

  it("refetches the sale every 12 seconds, and warns about an old block only while offline", async () => {
    rejectRequests();
    mock.timers.enable({ apis: ["setInterval"] });
    const queryClient = createQueryClient(60_000);
    queryClient.setQueryData(["phases", "names"], []);
    queryClient.setQueryData(["phases", "sale", []], sale);
    renderComponent(inWallet(<PhasesPage />), { queryClient });
    const old = "Can't reach the network; this page shows block 9.";
    expect(row("Lantern")).to.contain("20 IDs");
    expect(words()).not.to.contain("Can't reach");
    await act(async () => mock.timers.tick(12_000));
    mock.timers.reset();
    await screen.findByText(old);
  });

  it("reports a node that cannot simulate calls", async () => {
    stubResponses(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      const results: Record<string, unknown> = {
        eth_blockNumber: "0x9",
        eth_getBlockByNumber: { number: "0x9", timestamp: "0x1", transactions: [] },
      };
      // A node without state overrides runs no code, so calls return nothing.
      return Response.json({ jsonrpc: "2.0", id, result: results[method] ?? "0x" });
    });
    renderComponent(<PhasesPage />);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).to.contain("does not support state overrides");
  });
});

describe("NamesNotice", () => {
  it("counts minted drifters in unlisted phases once the names are read", () => {
    // Safety: nothing is read again.
    const names = { error: null, isFetched: true, refetch: undefined as never };
    const minted = (totalSupply: bigint, isFetched = true) => {
      const shown = { ...sale, sale: saleFacts({ totalSupply }) };
      const { container, unmount } = renderComponent(
        <NamesNotice names={{ ...names, isFetched }} sale={shown} />,
      );
      const text = words(container);
      unmount();
      return text.replace("Search for phases again", "");
    };
    expect([minted(12n), minted(13n, false), minted(13n), minted(14n)]).to.deep.equal([
      "",
      "",
      "1 minted drifter is in phases that are not shown. Enter their names below.",
      "2 minted drifters are in phases that are not shown. Enter their names below.",
    ]);
  });

  it("explains why phases are missing, and reads their names again", async () => {
    let reads = 0;
    const refetch = async () => {
      reads += 1;
    };
    // Safety: the notice does not look at what it returns.
    const names = { error: new Error("offline"), isFetched: true, refetch: refetch as never };
    const { press } = renderComponent(<NamesNotice names={names} sale={sale} />);
    expect(words()).to.contain("Can't reach the network to look for phases.");
    await press("Search for phases again");
    expect(reads).to.equal(1);
  });
});

describe("SettingFields", () => {
  it("offers to switch minting, and lists phases with IDs on chain or in the draft", () => {
    const optionsOf = (name: RegExp) =>
      [...screen.getByRole<HTMLSelectElement>("combobox", { name }).options].map(words);
    const { unmount } = openPlanner(emptyDraft);
    expect(optionsOf(/^Minting/)).to.deep.equal(["on", "off"]);
    expect(optionsOf(/phase/i)).to.deep.equal(["Lantern", "First Dust"]);
    unmount();
    const drafted = changeField(named, rangeField("Ash", "endPoint"), "5", "");
    openPlanner(pauseMinting(changeField(drafted, settingField("phase"), "Rust", "Lantern")));
    expect(optionsOf(/^Minting/)).to.deep.equal(["on", "off", "on, after a pause"]);
    expect(optionsOf(/phase/i)).to.deep.equal(["Lantern", "First Dust", "Ash", "Ember", "Rust"]);
  });

  it("labels an invalid setting with its error, and shows the current value", () => {
    openPlanner(changeField(emptyDraft, settingField("price"), "0,05 each", "0.08"));
    expect(words()).to.contain("Price must be").and.not.contain("Use a dot");
    cleanup();
    openPlanner(changeField(emptyDraft, settingField("price"), "0,05", "0.08"));
    const price = textbox("Price in ETH");
    const fault = document.getElementById(price.getAttribute("aria-describedby") ?? "");
    expect([fault?.textContent, price.value]).to.deep.equal(["Use a dot, 0.05", "0,05"]);
    expect(words(price.closest(".field") ?? undefined)).to.contain("now 0.08");
    const max = textbox("Max per mint");
    expect([price, max].map((field) => field.getAttribute("aria-invalid"))).to.deep.equal([
      "true",
      "false",
    ]);
    expect([max.getAttribute("aria-describedby"), max.value]).to.deep.equal([null, "20"]);
    expect([price, max].map(({ dataset }) => dataset.changed)).to.deep.equal(["true", "false"]);
    for (const field of [price, max]) {
      expect([field.autocomplete, field.getAttribute("spellcheck")]).to.deep.equal([
        "off",
        "false",
      ]);
    }
  });
});

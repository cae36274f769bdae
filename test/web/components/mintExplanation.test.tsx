import { screen, within } from "@testing-library/react";
import { expect } from "chai";
import { useLocation, useNavigationType } from "react-router-dom";
import type { MintExplanation } from "#protocol/sale/explainMint";
import type { SaleCall } from "#protocol/sale/saleCalls";
import type { CallOutcome } from "#protocol/sale/saleFacts";
import type { ExpertInput } from "../../../web/src/mint/explanation/expertInput.ts";
import { order } from "../../support/purchaseModel.ts";
import {
  createQueryClient,
  refuseRequests,
  renderComponent,
  settle,
  textbox,
  words,
} from "../../support/renderComponent.tsx";
import { saleFacts } from "../../support/saleFacts.ts";

const { Expert } = await import("../../../web/src/mint/explanation/Expert.tsx");
const { Explanation } = await import("../../../web/src/mint/explanation/Explanation.tsx");
const { WhatIfs } = await import("../../../web/src/mint/explanation/WhatIfs.tsx");

const toggle: SaleCall = { functionName: "toggleMint", args: [] };
const five: SaleCall = { functionName: "adjustMaxBatch", args: [5n] };
const six: SaleCall = { functionName: "adjustMaxBatch", args: [6n] };

/** What every field of an expert has. */
function expectPlainField(field: HTMLElement): void {
  expect(field.getAttribute("autocomplete")).to.equal("off");
  expect(field.getAttribute("spellcheck")).to.equal("false");
  expect(field.getAttribute("placeholder")).not.to.equal(null);
}

describe("WhatIfs", () => {
  /** Renders the calls; `changes` are the lists that it has asked for. */
  function openCalls(calls: readonly SaleCall[], outcomes: readonly CallOutcome[] = []) {
    const changes: (readonly SaleCall[])[] = [];
    const page = renderComponent(
      <WhatIfs calls={calls} outcomes={outcomes} onChange={(next) => void changes.push(next)} />,
    );
    const choose = (name: string) =>
      page.user.selectOptions(screen.getByRole("combobox", { name: "Call" }), name);
    return { ...page, changes, choose };
  }
  const fields = () => screen.queryAllByRole<HTMLInputElement>("textbox");

  it("lists the calls in order with their own outcomes, and cannot move the first up or the last down", () => {
    openCalls([toggle, five, six], [{ call: toggle }, { call: six }]);
    const list = screen.getByRole("list", { name: "The owner's calls" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((item) => words(item)),
    ).to.deep.equal([
      "toggleMint()succeeds↑↓✕",
      "adjustMaxBatch(5)simulating…↑↓✕",
      "adjustMaxBatch(6)simulating…↑↓✕",
    ]);
    const disabled = screen
      .getAllByRole<HTMLButtonElement>("button")
      .filter((each) => each.disabled)
      .map((each) => each.getAttribute("aria-label"));
    expect(disabled).to.deep.equal(["Move toggleMint() up", "Move adjustMaxBatch(6) down"]);
  });

  it("adds a call with its arguments by Enter, and then empties the fields", async () => {
    const { user, enter, choose, changes } = openCalls([]);
    await choose("adjustPhases");
    const [name, start, end] = fields();
    if (!name || !start || !end) throw new Error("adjustPhases takes three arguments.");
    for (const field of fields()) expectPlainField(field);
    textbox("PhaseName (string)");
    textbox("startPoint (uint64)");
    await enter(end, "9");
    await enter(start, "1");
    await enter(name, "Ember");
    await user.tab();
    expect(changes).to.deep.equal([]);
    await user.keyboard("{Enter}");
    expect(changes).to.deep.equal([[{ functionName: "adjustPhases", args: ["Ember", 1n, 9n] }]]);
    expect(fields().map(({ value }) => value)).to.deep.equal(["", "", ""]);
  });
});

describe("Expert", () => {
  const input: ExpertInput = { wallet: "0x1", qty: "2", value: "3", whatIf: [toggle] };

  function openExpert() {
    const changes: ExpertInput[] = [];
    const page = renderComponent(
      <Expert
        input={input}
        faults={{ qty: "Not a quantity." }}
        outcomes={[]}
        symbol="ETH"
        onChange={(next) => changes.push(next)}
      />,
    );
    return { ...page, changes };
  }

  it("reports changed calls and a text that is no authorisation", async () => {
    const { enter, press, changes } = openExpert();
    await press("Remove toggleMint()");
    const paste = textbox("Authorisation, as JSON");
    await enter(paste, "{");
    expect(changes).to.deep.equal([
      { ...input, whatIf: [] },
      { ...input, authorization: undefined },
    ]);
    expect(paste.value).to.equal("{");
  });
});

describe("Explanation", () => {
  const { wallet } = order;
  const failed = { rule: "funds", title: "Enough", facts: "", result: "failed", reasons: [] };
  const passed = { ...failed, result: "passed" };
  const unsigned = { ...failed, rule: "AuthenticationFailed" };

  /** The simulated mint of two at block 9. */
  function explain(differing: object): MintExplanation {
    const rest = { canMint: false, blockNumber: 9n, wallet, qty: 2n, value: 16n * 10n ** 16n };
    const results = [passed];
    // Safety: rules of this test.
    return { ...rest, sale: saleFacts(), whatIf: [], results, ...differing } as MintExplanation;
  }

  interface Situation {
    /** Result of the simulation; `null` if the node cannot simulate, undefined if it was not reached. */
    data?: MintExplanation | null;
    wallet?: typeof wallet;
    notAllowed?: string;
    whatIf?: string[];
    isOpen?: boolean;
  }

  function openExplanation(situation: Situation) {
    const { data, whatIf = [], isOpen = true, notAllowed } = situation;
    refuseRequests();
    const queryClient = createQueryClient(60_000);
    const question = { qty: "2", value: "undefined", authorization: undefined, whatIf };
    const key = ["mint explanation", { ...question, wallet: situation.wallet }, "9"];
    if (data !== undefined) queryClient.setQueryData(key, data);
    const toggles: boolean[] = [];
    const page = renderComponent(
      <>
        <Explanation
          page={{ wallet: situation.wallet, qty: 2n }}
          blockNumber={9n}
          notAllowed={notAllowed}
          isOpen={isOpen}
          onToggle={(next) => toggles.push(next)}
        />
        <Address />
      </>,
      { queryClient, path: `/mint${whatIf.length > 0 ? `?what-if=${whatIf.join()}` : ""}` },
    );
    return { ...page, toggles };
  }
  function Address() {
    return <output aria-label={`${useNavigationType()} ${useLocation().search}`} />;
  }
  const rules = () => screen.getByRole("region", { name: "Rules" });
  const detailsOf = (summary: string) => screen.getByText(summary).closest("details");

  it("shows no rules while it is closed", () => {
    openExplanation({ isOpen: false });
    expect(words()).to.equal("Why can't I mint?");
    expect(detailsOf("Why can't I mint?")?.open).to.equal(false);
  });

  it("asks for a wallet first", async () => {
    openExplanation({});
    await settle();
    expect(words(rules())).to.equal(
      "RulesConnect a wallet, or enter an address below, to check the rules.",
    );
    expect(detailsOf("Explain another mint, or a changed sale")?.open).to.equal(false);
  });

  const headlines: [title: string, situation: Situation, words: string][] = [
    ["the mint can be sent", { data: explain({ canMint: true }) }, "This mint would go through."],
    ["a rule fails", { data: explain({ results: [failed] }) }, "This mint would fail."],
    [
      "only the authorisation is missing",
      { data: explain({ results: [passed, unsigned] }) },
      "Ready to mint 2. Authorisation is requested when you press Mint.",
    ],
    [
      "the service would not authorise it",
      { data: explain({ results: [unsigned] }), notAllowed: "Not for you." },
      "Not for you.",
    ],
    [
      "it can be sent although the service would not authorise it",
      { data: explain({ canMint: true }), notAllowed: "Not for you." },
      "This mint would go through.",
    ],
  ];
  for (const [title, situation, headline] of headlines) {
    it(`says “${headline}” when ${title}`, () => {
      openExplanation({ ...situation, wallet });
      expect(rules().querySelector("p")?.textContent).to.equal(
        `${headline} Asked for 2 for 0x976E…0aa9, with 0.16 ETH sent, at block 9.`,
      );
      expect(rules().getAttribute("aria-busy")).to.equal("false");
      expect(words()).not.to.contain("Simulating").and.not.contain("Can't reach");
    });
  }

  it("keeps the typed mint in the address, and adds no step to the browser's history", async () => {
    const { enter } = openExplanation({});
    await enter(textbox("Quantity"), "3");
    expect(textbox("Quantity").value).to.equal("3");
    screen.getByRole("status", { name: "REPLACE ?qty=3" });
  });
});

import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { explanationJson } from "#sale/chainJson";
import type { MintExplanation } from "#sale/explainMint";
import { parseSaleCall } from "#sale/saleCalls";
import { saleFacts } from "../../../support/saleFacts.ts";
import { authorize, order } from "../../../support/web/purchase.ts";
import {
  createQueryClient,
  rejectRequests,
  renderComponent,
  settle,
  textbox,
  words,
} from "../../../support/web/renderComponent.tsx";

const { Explanation } = await import("../../../../web/src/mint/explanation/Explanation.tsx");

describe("Explanation", () => {
  const { wallet } = order;
  const { signer } = saleFacts();
  const failed = { rule: "funds", title: "Enough", facts: "", result: "failed", reasons: [] };
  const passed = { ...failed, result: "passed" };
  const unsigned = { ...failed, rule: "AuthenticationFailed" };

  /** A simulated mint of two tokens at block 9. */
  function explain(differing: object): MintExplanation {
    const rest = { canMint: false, blockNumber: 9n, wallet, qty: 2n, value: 16n * 10n ** 16n };
    const results = [passed];
    // Safety: these rule IDs exist only in this test.
    return { ...rest, sale: saleFacts(), whatIf: [], results, ...differing } as MintExplanation;
  }

  interface Situation {
    /** Result of the simulation; `null` if the node cannot simulate, undefined if it was not reached. */
    data?: MintExplanation | null;
    wallet?: typeof wallet;
    notAllowed?: string;
    /** By default the wallet of the simulated mint. */
    pageWallet?: typeof wallet;
    isOpen?: boolean;
    authorization?: SignedMintAuthorization;
    /** Hypothetical calls in the URL. */
    whatIf?: string[];
  }

  function openExplanation(situation: Situation) {
    const { data, isOpen = true, notAllowed, pageWallet, authorization, whatIf = [] } = situation;
    rejectRequests();
    const queryClient = createQueryClient(60_000);
    const query = { qty: "2", value: "undefined", authorization, whatIf };
    const key = ["mint explanation", { ...query, wallet: situation.wallet }, "9"];
    const search = new URLSearchParams(whatIf.map((call) => ["what-if", call]));
    if (pageWallet) search.set("wallet", wallet);
    if (data !== undefined) queryClient.setQueryData(key, data);
    return renderComponent(
      <Explanation
        page={{ wallet: pageWallet ?? situation.wallet, qty: 2n, authorization }}
        blockNumber={9n}
        notAllowed={notAllowed}
        isOpen={isOpen}
        onToggle={() => undefined}
      />,
      { queryClient, path: `/mint?${search}` },
    );
  }
  const rules = () => screen.getByRole("region", { name: "Rules" });
  const list = () =>
    [...screen.getByRole("list", { name: "Rules, in the contract's order" }).children].map(words);
  const detailsOf = (summary: string) => screen.getByText(summary).closest("details");

  it("shows no rules while it is closed", () => {
    openExplanation({ isOpen: false });
    expect(words()).to.equal("Why can't I mint?");
    expect(detailsOf("Why can't I mint?")?.open).to.equal(false);
  });

  it("requires a wallet first", async () => {
    openExplanation({});
    await settle();
    expect(words(rules())).to.equal(
      "Connect a wallet, or enter an address below, to check the rules.",
    );
    expect(detailsOf("Try other values")?.open).to.equal(false);
  });

  const headlines: [title: string, situation: Situation, headline: string][] = [
    ["the mint can be sent", { data: explain({ canMint: true }) }, "This mint would go through."],
    ["a rule fails", { data: explain({ results: [failed] }) }, "This mint would fail."],
    [
      "only the authorization is missing",
      { data: explain({ results: [passed, unsigned] }) },
      "Ready to mint 2. Authorization is requested when you press Mint.",
    ],
    [
      "the service would not authorize it",
      { data: explain({ results: [unsigned] }), notAllowed: "Not for you." },
      "Not for you.",
    ],
    [
      "the service would not authorize it for the page's own wallet",
      { data: explain({ results: [unsigned] }), notAllowed: "Not for you.", pageWallet: signer },
      "Ready to mint 2. Authorization is requested when you press Mint.",
    ],
    [
      "it can be sent although the service would not authorize it",
      { data: explain({ canMint: true }), notAllowed: "Not for you." },
      "This mint would go through.",
    ],
  ];
  for (const [title, situation, headline] of headlines) {
    it(`shows “${headline}” when ${title}`, () => {
      openExplanation({ ...situation, wallet });
      expect(rules().querySelector("p")?.textContent).to.equal(
        `${headline} Simulated: 2 for 0x976E…0aa9, paying 0.16 ETH, at block 9.`,
      );
      expect(rules().getAttribute("aria-busy")).to.equal("false");
      expect(words()).not.to.contain("Simulating").and.not.contain("Can't reach");
    });
  }

  it("reports an entered authorization as failed, but not one that is still to be requested", async () => {
    const results = [
      { ...passed, title: "Funds" },
      { ...unsigned, reasons: ["No."], fix: "Sign." },
    ];
    const later = "Authorization is requested when you press Mint.";
    for (const [given, expected, headline] of [
      [undefined, ["passedFunds", `skippedEnough${later}`], "Not for you."],
      [authorize(order), ["passedFunds", "failedEnoughNo.Sign."], "This mint would fail."],
    ] as const) {
      const data = explain({ results });
      const authorized = given && { authorization: given };
      const { press, unmount } = openExplanation({
        ...{ data, wallet, notAllowed: "Not for you.", ...authorized },
      });
      expect(list()).to.deep.equal(expected);
      expect(words(rules())).to.contain(headline);
      await press("Copy as JSON");
      expect(await navigator.clipboard.readText()).to.equal(explanationJson(data, given));
      unmount();
    }
    const accepted = [{ ...unsigned, result: "passed" }];
    openExplanation({ wallet, data: explain({ results: accepted }) });
    expect(list()).to.deep.equal(["passedEnough"]);
  });

  it("shows what each hypothetical call would do, and saves the calls in the URL in order", async () => {
    const whatIf = ["adjustPrice(0.05 ether)", "toggleMint()", "adjustMaxBatch(5)"];
    const revert = { title: "NotOwner", cause: "You are not.", fix: "Be." };
    const [price, toggle, batch] = whatIf.map((call) => ({ call: parseSaleCall(call) }));
    const outcomes = [price, { ...toggle, revert }, batch];
    const { press, enter, user, address } = openExplanation({
      ...{ wallet, whatIf, data: explain({ whatIf: outcomes }) },
    });
    const calls = () =>
      [...screen.getByRole("list", { name: "The owner's calls" }).children].map(words);
    const inUrl = () => new URLSearchParams(address().split("?")[1]).getAll("what-if");
    expect(detailsOf("Try other values")?.open).to.equal(true);
    expect(words(rules())).to.contain(`at block 9, after ${whatIf.join(", then ")}.`);
    expect(calls()).to.deep.equal([
      "adjustPrice(0.05 ether)✕succeeds: each drifter then costs 0.05 ETH",
      "toggleMint()✕reverts and changes nothing: NotOwner. You are not. Be.",
      "adjustMaxBatch(5)✕succeeds",
    ]);
    await press("Remove toggleMint()");
    expect(inUrl()).to.deep.equal([whatIf[0], whatIf[2]]);
    expect(calls()[1]).to.equal("adjustMaxBatch(5)✕simulating…");
    expect(rules().getAttribute("aria-busy")).to.equal("true");
    const field = () => textbox("Call");
    await enter(field(), "adjustPrice");
    await press("Add");
    expect([field().value, field().getAttribute("aria-invalid")]).to.deep.equal([
      ...["adjustPrice", "true"],
    ]);
    await enter(field(), "toggleMint()");
    await user.keyboard("{Enter}");
    expect(inUrl()).to.deep.equal([whatIf[0], whatIf[2], "toggleMint()"]);
    expect([field().value, field().getAttribute("aria-invalid")]).to.deep.equal(["", "false"]);
  });

  it("saves the typed mint in the URL without a browser history entry", async () => {
    const { enter, address } = openExplanation({});
    await enter(textbox("Quantity"), "3");
    expect(textbox("Quantity").value).to.equal("3");
    expect(address()).to.equal("REPLACE /mint?qty=3");
  });
});

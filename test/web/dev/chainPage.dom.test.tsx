import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { parseAbi } from "viem";
import {
  button,
  renderComponent,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { default: ChainPage } = await import("../../../web/src/dev/chain/ChainPage.tsx");

const sender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const abi = parseAbi([
  "function ownerOf(uint256 tokenId) view returns (address)",
  "function sum() pure returns (uint256)",
  "function adjustPrice(uint256 newPrice) payable",
  "function changePhase(string name)",
  "function toggleMint()",
]);
const value = (name: string, value: string, type = "uint256") => ({ name, type, value });
const call = { type: "CALL", to: contract, gasUsed: "21000", value: "0", items: [] };
const seen = [
  {
    ...{ block: 3, hash: "0x33", from: sender, to: contract, contract: "Vault", value: "80" },
    ...{ function: "mint", arguments: [value("qty", "2")], gasUsed: "1234567" },
    events: [{ name: "Transfer" }, { name: "Minted" }, { name: "Transfer" }],
  },
  {
    ...{ block: 2, hash: "0x22", from: contract, to: contract, value: "0", gasUsed: "500" },
    ...{ function: "toggleMint", arguments: [], events: [], error: "NotOwner" },
  },
  {
    ...{ block: 1, hash: "0x11", from: contract, to: sender, value: "0", gasUsed: "21000" },
    ...{ arguments: [], events: [] },
  },
];

/** Changes as the local world reports them: wei as text. */
const changes = [
  {
    ...{ address: contract, contract: "Vault", balance: { before: "0", after: "80" } },
    storage: [
      {
        ...{ name: "_phases[2].packed", label: "Ash", slots: [] },
        values: [{ field: "supply", before: "0", after: "2" }],
      },
    ],
  },
];

/** The local world's responses by request name. */
const usual = {
  head: { number: 7, hash: "0x1", timestamp: 86_400, isAutomining: true },
  contracts: [{ address: contract, name: "Drifters", abi }],
  accounts: [sender],
  transactions: { transactions: seen, hasMore: true },
  call: {
    call: { ...call, function: "ownerOf", arguments: [], returned: [value("", sender, "address")] },
  },
};

const tokens = [{ drifterId: "7" }, { drifterId: "101" }];

/** Opens the chain page at a URL, shows the current query, and records the requested actions. */
function openPage(query = "", changed: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = { ...usual, ...changed };
  const sent: [name: string, body: unknown][] = [];
  stubResponses(async (url, init) => {
    if (String(url).startsWith("/api/tokens")) return Response.json({ tokens });
    const [, name = "", rest] = /^\/@world\/(\w+)(.*)/.exec(String(url)) ?? [];
    if (name && init?.body) sent.push([name, JSON.parse(String(init.body))]);
    const response = answers[`${name}${rest}`] ?? answers[name];
    return Response.json(
      response instanceof Error ? { error: response.message } : { result: response },
    );
  });
  const page = renderComponent(<ChainPage />, { path: `/chain${query}` });
  const read = () => new URLSearchParams(page.address().split("?")[1]);
  return { ...page, query: read, answers, sent };
}

const tab = (name: string) => screen.getByRole("tab", { name });
const selected = () =>
  screen.getAllByRole("tab").filter((each) => each.getAttribute("aria-selected") === "true");
const functionNames = async () =>
  within(await screen.findByLabelText("Function"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("ChainPage", () => {
  it("moves between tabs by keyboard, and reflects the selected tab in the URL", async () => {
    const { user, query } = openPage("?tab=write&account=7");
    expect(selected()).to.deep.equal([tab("Write")]);
    await user.click(tab("Read"));
    for (const [key, name] of [
      ["ArrowLeft", "Transactions"],
      ["ArrowLeft", "Time"],
      ["ArrowRight", "Transactions"],
      ["End", "Time"],
      ["ArrowLeft", "Write"],
      ["Home", "Transactions"],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(document.activeElement, key).to.equal(tab(name));
      expect(selected(), key).to.deep.equal([tab(name)]);
      const mapInOrder = screen.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0);
      expect(mapInOrder, key).to.deep.equal([tab(name)]);
      screen.getByRole("tabpanel", { name });
      expect([...query()]).to.deep.equal([
        ["tab", name.toLowerCase()],
        ["account", "7"],
      ]);
    }
  });

  it("lists transactions, filtered by account, function and failure, with more on request", async () => {
    const { user, press, query, answers } = openPage("?tab=transactions");
    const items = async () =>
      within(await screen.findByRole("list", { name: "Latest transactions" }))
        .getAllByRole("listitem")
        .map((item) => words(item));
    const [mint, toggle, transfer] = [
      "3 · mint Account 0 → Vault, 0.00000000000000008 ETH, 1,234,567 gasqty: 2events: Transfer × 2, Minted",
      "2 · toggleMint Drifters → Drifters, 500 gas✘ NotOwner",
      "1 · transfer or unknown call Drifters → Account 0, 21,000 gas",
    ];
    await screen.findByRole("option", { name: "Drifters" });
    expect(await items()).to.deep.equal([mint, toggle, transfer]);
    await user.selectOptions(screen.getByLabelText("Account"), "Account 0");
    expect(await items()).to.deep.equal([mint, transfer]);
    await user.selectOptions(screen.getByLabelText("Function"), "mint");
    expect(await items()).to.deep.equal([mint]);
    await user.click(screen.getByLabelText("Failed only"));
    screen.getByText("None of the latest 3 transactions matches. Choose fewer filters.");
    await user.selectOptions(screen.getByLabelText("Account"), "All");
    await user.selectOptions(screen.getByLabelText("Function"), "All");
    expect(await items()).to.deep.equal([toggle]);
    expect([...query()]).to.deep.equal([
      ["tab", "transactions"],
      ["failed", "1"],
    ]);
    answers["transactions?count=100"] = { transactions: seen.slice(1, 2), hasMore: false };
    await press("Show older");
    await waitFor(() => expect(screen.queryByText("Show older")).to.equal(null));
  });

  it("shows and closes a transaction's calls, events and console lines", async () => {
    const inner = { ...call, kind: "call", contract: "Vault", arguments: [], returned: [] };
    const items = [
      { kind: "event", name: "Minted", values: [value("id", "7")], topics: ["0xaa"] },
      { kind: "event", values: [], topics: ["0xbb"] },
      { kind: "console", text: "here 7" },
      { ...inner, type: "STATICCALL", data: "0xcc", error: "Locked" },
    ];
    const trace = {
      call: {
        ...{ ...call, items, contract: "Drifters", function: "mint", value: "80" },
        ...{ gasUsed: "81411", arguments: [value("qty", "2")], returned: [value("", "9")] },
      },
      revert: { title: "Locked()", cause: "It is locked.", fix: "Unlock it." },
      changes: [{ address: sender, balance: { before: "90", after: "10" }, storage: [] }],
    };
    const { follow, query } = openPage("?tab=transactions&failed=1", { trace });
    await screen.findByRole("link", { name: "2 · toggleMint" });
    await follow("2 · toggleMint");
    const region = await screen.findByRole("region", { name: "Transaction 0x22…" });
    await within(region).findByText("Calls");
    expect(words(region)).to.equal(
      [
        "Transaction 0x22…0x22 CloseLocked() It is locked. Unlock it.Calls",
        "Drifters.mint(qty: 2) with 0.00000000000000008 ETH → 981,411 gas",
        "event Minted(id: 7)event 0xbb()console.log: here 7",
        "staticcall Vault 0xcc ✘ Locked21,000 gas",
        "Changes nothing except balancesBalances0x7099…79C8",
        "0.00000000000000009 → 0.00000000000000001 ETH (−0.00000000000000008 ETH)",
      ].join(""),
    );
    expect(query().get("tx")).to.equal("0x22");
    await follow("Close");
    expect(query().toString()).to.equal("tab=transactions&failed=1");
    expect(screen.queryByRole("region", { name: /Transaction/ })).to.equal(null);
  });

  it("sets time, blocks and balances through the world's controls, and reports the results", async () => {
    const { press, enter, sent, answers } = openPage("?tab=time", { control: "Done." });
    await screen.findByText("Block 7, 1970-01-02 00:00:00 UTC. Automine is on.");
    for (const name of ["+1 hour", "+1 day", "Mine a block", "Snapshot", "Revert", "Reorg 3"]) {
      await press(name);
    }
    await press("Automine off");
    answers.head = { ...usual.head, isAutomining: false };
    await screen.findByRole("button", { name: "Automine on" });
    await press("Automine on");
    await enter(screen.getByRole("textbox"), " balance 3  100 ");
    screen.getByText("Done.");
    answers.control = new Error("There is no account 3.");
    await press("Apply");
    await screen.findByText("There is no account 3.");
    const commands = ["time +1h", "time +1d", "mine", "snapshot", "revert", "reorg 3"];
    expect(sent).to.deep.equal(
      [...commands, "automine off", "automine on", "balance 3 100"].map((each) => [
        "control",
        { parts: each.split(" ") },
      ]),
    );
  });

  it("offers view functions without sender and Send button, and repeats a typed call for each block", async () => {
    const { enter, query, answers, sent } = openPage("?tab=read");
    expect(await functionNames()).to.deep.equal(["ownerOf(uint256)", "sum()"]);
    expect(screen.queryByRole("button", { name: "Send" })).to.equal(null);
    await enter(screen.getByLabelText("tokenId (uint256)"), "7");
    const result = within(screen.getByRole("region", { name: "Result" }));
    await result.findByText(sender);
    expect(screen.queryByLabelText("Sender")).to.equal(null);
    expect([...query()]).to.deep.equal([
      ["tab", "read"],
      ["to", contract],
      ["call", "ownerOf(uint256)"],
      ["arg", "7"],
      ["as", sender],
    ]);
    const typed = { to: contract, parts: ["ownerOf", "7"], value: "0" };
    expect(sent[0]).to.deep.equal(["call", { ...typed, from: sender }]);
    answers.call = { call: { ...usual.call.call, returned: [] }, warning: "No such phase." };
    answers.head = { ...usual.head, hash: "0x2" };
    await result.findByText("No such phase.");
    expect(result.queryByText(sender)).to.equal(null);
  });

  it("suggests tokens and senders that exist", async () => {
    const { user } = openPage("?tab=read");
    const suggested = (field: HTMLElement) =>
      [...((field as HTMLInputElement).list?.options ?? [])].map(({ value }) => value);
    const token = await screen.findByLabelText("tokenId (uint256)");
    await waitFor(() => expect(suggested(token)).to.deep.equal(["7", "101"]));
    await user.click(tab("Write"));
    expect(suggested(screen.getByLabelText("Sender"))).to.deep.equal([sender, contract]);
    expect(suggested(screen.getByLabelText("newPrice (uint256)"))).to.deep.equal([]);
  });

  it("lists only write functions, and discards a read call's arguments and value", async () => {
    const { user } = openPage("?tab=write&call=ownerOf(uint256)&arg=7&value=2");
    const written = ["adjustPrice(uint256)", "changePhase(string)", "toggleMint()"];
    expect(await functionNames()).to.deep.equal(written);
    expect(screen.getByLabelText("newPrice (uint256)")).to.include({
      ...{ value: "", placeholder: "0.1 ether" },
    });
    expect(screen.getByLabelText("Value (ETH)")).to.have.property("value", "0");
    await user.selectOptions(screen.getByLabelText("Function"), "changePhase(string)");
    screen.getByText('Fill in every field. An empty text is "".');
    expect(button("Send").disabled).to.equal(true);
  });

  it("shows what a simulated write would change, but no changes for a read", async () => {
    const { user } = openPage("?tab=write&call=toggleMint()", {
      call: { ...usual.call, changes },
    });
    const result = within(await screen.findByRole("region", { name: "Result" }));
    await result.findByText("Changes in Vault 0x5FbD…0aa3");
    const items = result.getAllByRole("listitem").map((item) => words(item));
    expect(items.filter((text) => /^(_phases|Vault ?0)/.test(text))).to.deep.equal([
      '_phases[2].packed "Ash"supply 0 → 2',
      "Vault 0x5FbD…0aa30 → 0.00000000000000008 ETH (+0.00000000000000008 ETH)",
    ]);
    await user.click(tab("Read"));
    await result.findByText("Calls and events");
    expect(screen.queryByText(/^Changes/)).to.equal(null);
  });

  it("shows why a call fails, sends it, then shows its trace", async () => {
    const { press, sent, answers, query } = openPage("?tab=write&call=toggleMint()", {
      ...{ send: new Error("No funds."), trace: usual.call },
    });
    await waitFor(() => expect(button("Send").disabled).to.equal(false));
    await press("Send");
    await screen.findByText("No funds.");
    answers.send = "0x99";
    await press("Send");
    const region = await screen.findByRole("region", { name: "Transaction 0x99…" });
    await within(region).findByText("Calls");
    expect(query().get("tx")).to.equal("0x99");
    const call = { to: contract, parts: ["toggleMint()"], from: sender, value: "0" };
    expect(sent.filter(([name]) => name === "send")).to.deep.equal([
      ["send", call],
      ["send", call],
    ]);
  });
});

import { screen, within } from "@testing-library/react";
import { expect } from "chai";
import { parseAbi } from "viem";
import { renderComponent, stubResponses } from "../../support/web/renderComponent.tsx";

const { default: ChainPage } = await import("../../../web/src/dev/chain/ChainPage.tsx");

const sender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const abi = parseAbi([
  "function ownerOf(uint256 id) view returns (address)",
  "function adjustPrice(uint256 newPrice) payable",
  "function changePhase(string name)",
]);
const call = { type: "CALL", to: contract, gasUsed: "21000", value: "0", items: [] };
const sent = (block: string, from: string, to = contract) => {
  return { block, hash: block, from, to, value: "0", arguments: [], events: [] };
};
const seen = [sent("3", sender), sent("2", contract), sent("1", contract, sender)];

/** What the local world answers to requests of these names. */
const answers: Record<string, unknown> = {
  head: { number: 1, hash: "0x1", timestamp: 0, isAutomining: true },
  contracts: [{ address: contract, name: "Drifters", abi }],
  accounts: [sender],
  transactions: { transactions: seen, hasMore: false },
  call: { call: { ...call, arguments: [], returned: [{ name: "", value: sender }] } },
};

/** Opens the page of the chain at an address whose query it shows. */
function openPage(query = "") {
  stubResponses(async (url) => {
    const [, name = ""] = /^\/@world\/(\w+)/.exec(String(url)) ?? [];
    return Response.json({ result: answers[name] });
  });
  const page = renderComponent(<ChainPage />, { path: `/chain${query}` });
  return { ...page, query: () => new URLSearchParams(page.address().split("?")[1]) };
}

const tab = (name: string) => screen.getByRole("tab", { name });
const selected = () =>
  screen.getAllByRole("tab").filter((each) => each.getAttribute("aria-selected") === "true");
const functionNames = async () =>
  within(await screen.findByLabelText("Function"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("the page of the chain", () => {
  it("moves between its tabs by keyboard: only the selected one is in the tab order, and the URL names it", async () => {
    const { user, query } = openPage("?tab=write&account=7");
    expect(selected()).to.deep.equal([tab("Write")]);
    await user.click(tab("Read"));
    for (const [key, name] of [
      ["ArrowLeft", "Time"],
      ["ArrowRight", "Read"],
      ["ArrowRight", "Write"],
      ["End", "Time"],
      ["ArrowLeft", "Transactions"],
      ["Home", "Read"],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(document.activeElement, key).to.equal(tab(name));
      expect(selected(), key).to.deep.equal([tab(name)]);
      const inOrder = screen.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0);
      expect(inOrder, key).to.deep.equal([tab(name)]);
      screen.getByRole("tabpanel", { name });
      expect([...query()]).to.deep.equal([
        ["tab", name.toLowerCase()],
        ["account", "7"],
      ]);
    }
  });

  it("lists the transactions that an account sent or got", async () => {
    openPage(`?tab=transactions&account=${sender}`);
    const list = within(await screen.findByRole("list", { name: "Latest transactions" }));
    const names = list.getAllByRole("link").map(({ textContent }) => textContent?.slice(0, 1));
    expect(names).to.deep.equal(["3", "1"]);
  });

  it("offers the functions that read without a way to send, and keeps a typed call in the URL", async () => {
    const { enter, query } = openPage();
    expect(await functionNames()).to.deep.equal(["ownerOf(uint256)"]);
    expect(screen.queryByRole("button", { name: "Send" })).to.equal(null);
    await enter(screen.getByLabelText("id (uint256)"), "7");
    const result = screen.getByRole("region", { name: "Result" });
    await within(result).findByText(sender);
    expect(query().getAll("arg")).to.deep.equal(["7"]);
    expect(query().get("call")).to.equal("ownerOf(uint256)");
  });

  it("offers the functions that write, none with arguments or Ether of the call before", async () => {
    const { user } = openPage("?tab=write&call=ownerOf(uint256)&arg=7&value=2");
    expect(await functionNames()).to.deep.equal(["adjustPrice(uint256)", "changePhase(string)"]);
    expect(screen.getByLabelText("newPrice (uint256)")).to.have.property("value", "");
    expect(screen.getByLabelText("Value (ETH)")).to.have.property("value", "0");
    screen.getByRole("button", { name: "Send" });
    await user.selectOptions(screen.getByLabelText("Function"), "changePhase(string)");
    screen.getByText('Fill in every field. An empty text is "".');
  });
});

import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import type { SaleHistoryReport } from "#protocol/wire/responses";
import { renderComponent, stubResponses, words } from "../../support/web/renderComponent.tsx";

const { SaleHistory } = await import("../../../web/src/phases/SaleHistory.tsx");

const at = (hour: number, minted: number) => ({ time: `2026-12-01T0${hour}:00:00Z`, minted });
const report: SaleHistoryReport = {
  blockNumber: 9,
  income: "560000000000000000",
  wallets: 3,
  phases: [
    { name: "Dust", minted: 6, wallets: 2, points: [at(1, 2), at(2, 6)] },
    { name: "Ember", minted: 2, wallets: 1, points: [at(5, 2)] },
  ],
};

function open(...responses: (() => Response)[]) {
  let requests = 0;
  stubResponses(async () => {
    const respond = responses[Math.min(requests, responses.length - 1)];
    requests += 1;
    return respond?.() ?? new Response(null, { status: 500 });
  });
  return renderComponent(<SaleHistory />);
}
const json = (body: unknown) => () => Response.json(body);
/** Returns the table's rows; `tables` are in the document's order. */
const rowsOf = (index: number) => {
  const table = document.querySelectorAll("table")[index];
  return [...(table?.rows ?? [])].map(({ cells }) => [...cells].map((cell) => words(cell)));
};

describe("SaleHistory", () => {
  it("reports tokens, wallets and income, and lists phases and times in tables", async () => {
    const { container } = open(json(report));
    await screen.findByText(/8 drifters minted, including gifts, to 3 wallets\./);
    expect(words(container)).to.contain("Minters paid 0.56 ETH. Block 9.");
    expect(rowsOf(0)).to.deep.equal([
      ["Phase", "Minted", "Wallets"],
      ["“Ember”", "2", "1"],
      ["“Dust”", "6", "2"],
    ]);
    expect(rowsOf(1).map(([, ...cells]) => cells)).to.deep.equal([
      ["Phase", "Minted by then"],
      ["“Dust”", "2"],
      ["“Dust”", "6"],
      ["“Ember”", "2"],
    ]);
    expect(words(container)).not.to.contain("Mint requests");
  });

  it("draws each phase's steps on top of the phases before it", async () => {
    open(json(report));
    const chart = await screen.findByRole("img", {
      name: /^Drifters minted over time, by phase\./,
    });
    const paths = [...chart.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    expect(paths).to.deep.equal([
      "M0 100H0V75H25V25H100V0H100V100Z",
      "M0 100H0V75H25V25H100V25H100V100Z",
    ]);
  });

  it("draws a sale with mints in only one block", async () => {
    const dust = { name: "Dust", minted: 2, wallets: 1, points: [at(1, 2)] };
    open(json({ ...report, phases: [dust] }));
    const chart = await screen.findByRole("img");
    expect(chart.querySelector("path")?.getAttribute("d")).to.equal("M0 100H0V0H100V100Z");
  });

  it("lists rejected requests by rule, most frequent first, even for unknown codes", async () => {
    const rejected = { "mint.not_listed": 3, "mint.new_rule": 1, "mint.closed": 1_200 };
    const requests = { since: "2026-12-01T00:00:00Z", issued: 7, rejected };
    const { container } = open(json({ ...report, requests }));
    await screen.findByText("Mint requests");
    expect(words(container)).to.contain("the service has signed 7 and rejected 1,204.");
    expect(rowsOf(2).slice(1)).to.deep.equal([
      ["Closed", "1,200"],
      ["Not on the list", "3"],
      ["mint.new_rule", "1"],
    ]);
  });

  it("reports that nothing has been minted", async () => {
    open(json({ ...report, income: "0", wallets: 0, phases: [] }));
    await screen.findByText(/Nothing has been minted yet\./);
    expect(screen.queryByRole("img")).to.equal(null);
  });

  it("reports a failure, and loads again on request", async () => {
    const failure = () => new Response(null, { status: 503 });
    const { press } = open(failure, json(report));
    expect(words(screen.getByRole("status"))).to.equal("Loading the sale's history…");
    expect(words(await screen.findByRole("alert"))).to.contain("Can't load the sale's history:");
    await press("Try again");
    await waitFor(() => expect(screen.queryByRole("alert")).to.equal(null));
    await screen.findByText(/8 drifters minted/);
  });
});

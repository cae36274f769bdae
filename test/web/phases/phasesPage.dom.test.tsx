import { screen } from "@testing-library/react";
import { expect } from "chai";
import { encodeAbiParameters, encodeEventTopics } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { answerFetch, renderComponent } from "../../support/renderComponent.tsx";

const { usePhaseNames } = await import("../../../web/src/phases/saleQueries.ts");
const { default: PhasesPage } = await import("../../../web/src/phases/PhasesPage.tsx");

const emberLog = {
  topics: encodeEventTopics({ abi: fringeDriftersAbi, eventName: "PhaseChanged" }),
  data: encodeAbiParameters([{ type: "string" }], ["Ember"]),
};

describe("the phases page", () => {
  it("says that the node cannot simulate calls", async () => {
    answerFetch(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      const results: Record<string, unknown> = {
        eth_blockNumber: "0x9",
        eth_getBlockByNumber: { number: "0x9", timestamp: "0x1", transactions: [] },
        eth_getLogs: [],
      };
      // Without state overrides, there is no code that could return anything.
      return Response.json({ jsonrpc: "2.0", id, result: results[method] ?? "0x" });
    });
    renderComponent(<PhasesPage />);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).to.contain("does not support state overrides");
  });
});

describe("the search for phases", () => {
  it("shows the names found so far, and ends when it is stopped", async () => {
    const slow = Promise.withResolvers<void>();
    const ranges: [from: number, to: number][] = [];
    answerFetch(async (_, init) => {
      const { id, method, params } = JSON.parse(String(init?.body));
      const answer = (result: unknown) => Response.json({ jsonrpc: "2.0", id, result });
      if (method === "eth_blockNumber") return answer("0x9");
      if (method === "eth_getCode") return answer("0x60");
      const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)];
      const error = { code: -32_000, message: "The range is too wide." };
      if (to - from > 1) return Response.json({ jsonrpc: "2.0", id, error });
      ranges.push([from, to]);
      if (ranges.length === 1) return answer([emberLog]);
      await slow.promise;
      return answer([]);
    });
    function Search() {
      const { names, isSearching, stop } = usePhaseNames();
      return (
        <button type="button" onClick={stop}>
          {`${names.join()} ${isSearching}`}
        </button>
      );
    }
    const { press } = renderComponent(<Search />);
    await screen.findByRole("button", { name: "Ember true" });
    await press("Ember true");
    slow.resolve();
    await screen.findByRole("button", { name: "Ember false" });
    expect(ranges).to.deep.equal([
      [8, 9],
      [6, 7],
    ]);
  });
});

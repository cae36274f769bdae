import { screen } from "@testing-library/react";
import { expect } from "chai";
import { renderComponent, stubResponses } from "../../support/web/renderComponent.tsx";

const { default: PhasesPage } = await import("../../../web/src/phases/PhasesPage.tsx");

describe("the phases page", () => {
  it("says that the node cannot simulate calls", async () => {
    stubResponses(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      const results: Record<string, unknown> = {
        eth_blockNumber: "0x9",
        eth_getBlockByNumber: { number: "0x9", timestamp: "0x1", transactions: [] },
      };
      // Without state overrides, there is no code that could return anything.
      return Response.json({ jsonrpc: "2.0", id, result: results[method] ?? "0x" });
    });
    renderComponent(<PhasesPage />);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).to.contain("does not support state overrides");
  });
});

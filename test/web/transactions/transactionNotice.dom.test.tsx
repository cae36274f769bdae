import { screen } from "@testing-library/react";
import { expect } from "chai";
import { sent } from "../../support/web/purchaseModel.ts";
import { renderComponent } from "../../support/web/renderComponent.tsx";

const { TransactionNotice } = await import("../../../web/src/transactions/TransactionNotice.tsx");

type State = Parameters<typeof TransactionNotice>[0]["state"];

describe("TransactionNotice", () => {
  const refusal = { isRejection: false, words: "It reverted." };
  const revert = { title: "PastSupply", cause: "Too many.", fix: "Choose fewer." };
  const ignore = () => {};

  const progress: [state: State, words: string][] = [
    [{ step: "idle" }, ""],
    [{ step: "checking" }, "Simulating the transaction…"],
    [{ step: "asking" }, "Your wallet is asking you to confirm. Nothing is sent before that."],
    [
      { step: "sent", sent, sighting: "waiting" },
      "Waiting for confirmation; you can leave this page.Transaction 0x01",
    ],
    [{ step: "refused", refusal: { isRejection: true, words: "Rejected." } }, "Rejected."],
  ];
  for (const [state, words] of progress) {
    it(`says “${words}” politely when the transaction is ${state.step}`, () => {
      renderComponent(<TransactionNotice state={state} confirmed="Done." onForget={ignore} />);
      expect(screen.getByRole("status").textContent).to.equal(words);
      expect(screen.queryByRole("alert")).to.equal(null);
    });
  }

  const faults: [failedAt: "contract" | "chain", more: object, words: string][] = [
    ["contract", { refusal }, "It reverted."],
    [
      "chain",
      { refusal: { ...refusal, revert }, sent },
      "It reverted.The contract reverted with PastSupply.Transaction 0x01",
    ],
  ];
  for (const [failedAt, more, words] of faults) {
    it(`alerts “${words}” when the ${failedAt} refuses`, () => {
      const state: State = { step: "refused", refusal, ...more };
      renderComponent(<TransactionNotice state={state} onForget={ignore} />);
      expect(screen.getByRole("alert").textContent).to.equal(words);
      expect(screen.getByRole("status").textContent).to.equal("");
    });
  }

  it("stops waiting on request when the network does not know the transaction", async () => {
    let forgotten = 0;
    const state = { step: "sent", sent, sighting: "missing" } as const;
    const { press } = renderComponent(
      <TransactionNotice
        state={state}
        onForget={() => {
          forgotten += 1;
        }}
      />,
    );
    expect(screen.getByRole("status").textContent).to.contain("does not know this transaction");
    await press("Stop waiting");
    expect(forgotten).to.equal(1);
  });
});

import { expect } from "chai";
import "../support/componentLoader.ts";
import { renderMarkup } from "../support/markup.ts";
import { mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { order, sent } from "../support/purchaseModel.ts";

const { TransactionNotice } = await import("../../web/src/transactions/TransactionNotice.tsx");

const revert = { title: "PastSupply", cause: "Too many.", fix: "Choose fewer." };

describe("the notice of a transaction", () => {
  const from = order.wallet;
  const refusal = { isRejection: false, words: "It reverted." };
  const states: [
    state: Parameters<typeof TransactionNotice>[0]["state"],
    status: string,
    alert: string[],
  ][] = [
    [{ step: "idle" }, "", []],
    [{ step: "checking", from }, "Simulating the transaction…", []],
    [
      { step: "asking", from },
      "Your wallet is asking you to confirm. Nothing is sent before that.",
      [],
    ],
    [
      { step: "sent", sent, sighting: "waiting" },
      "Waiting for confirmation; you can leave this page.Transaction 0x01",
      [],
    ],
    [
      { step: "sent", sent, sighting: "out of reach" },
      "Sent. Can't reach the network; this page keeps trying.Transaction 0x01",
      [],
    ],
    [
      { step: "refused", asked: "wallet", refusal: { isRejection: true, words: "Rejected." } },
      "Rejected.",
      [],
    ],
    [{ step: "refused", asked: "contract", refusal }, "", ["It reverted."]],
    [
      { step: "refused", asked: "chain", refusal: { ...refusal, revert }, sent },
      "",
      ["It reverted.The contract reverted with PastSupply.Transaction 0x01"],
    ],
  ];
  for (const [state, status, alert] of states) {
    it(`of one that is ${state.step} is “${status}${alert}”`, async () => {
      const { role } = await renderMarkup(
        <TransactionNotice state={state} confirmed="Done." onForget={() => {}} />,
      );
      expect(role("status").map(({ text }) => text)).to.deep.equal([status]);
      expect(role("alert").map(({ text }) => text)).to.deep.equal(alert);
    });
  }

  it("of one that is confirmed is what the page says, if it says anything", async () => {
    // Safety: the notice reads nothing of the receipt.
    const state = { step: "confirmed", sent, receipt: {} as never } as const;
    for (const confirmed of ["Done.", undefined]) {
      const { role, elements } = await renderMarkup(
        <TransactionNotice state={state} {...(confirmed && { confirmed })} onForget={() => {}} />,
      );
      expect(role("status").map(({ text }) => text)).to.deep.equal([confirmed ?? ""]);
      expect(elements.filter(({ name }) => name === "p")).to.have.length(confirmed ? 1 : 0);
    }
  });

  it("lets a person stop waiting for one that the network does not know", async () => {
    let forgotten = 0;
    const onForget = () => {
      forgotten += 1;
    };
    const state = { step: "sent", sent, sighting: "missing" } as const;
    await mounted(<TransactionNotice state={state} onForget={onForget} />, async (page) => {
      expect(page.words()).to.contain("the network does not know this transaction");
      await page.click("Stop waiting");
      expect(forgotten).to.equal(1);
    });
  });
});

import { mock } from "node:test";
import { act, screen } from "@testing-library/react";
import { expect } from "chai";
import type { Purchase } from "../../../web/src/mint/purchase/purchase.ts";
import { type Message, progressMessages } from "../../../web/src/transactions/messages.ts";
import type { Sighting, Stage, Transaction } from "../../../web/src/transactions/transaction.ts";
import { asking, failed } from "../../support/web/mintForm.tsx";
import { order, phase, sent, unanswered } from "../../support/web/purchase.ts";
import { button, renderComponent } from "../../support/web/renderComponent.tsx";

const { purchaseMessages } = await import("../../../web/src/mint/messages.ts");
const { TransactionNotice } = await import("../../../web/src/transactions/TransactionNotice.tsx");

const { authorization } = unanswered;
const sentWith = (sighting: Sighting): Purchase => ({
  stage: { step: "sent", order, authorization, sent, sighting, fromBlock: 9n },
});
const revert = { title: "PastSupply", cause: "Too many.", fix: "Choose fewer." };

describe("TransactionNotice", () => {
  /** Renders messages, and counts how often they are scrolled into view. */
  function openNotice(transaction: Transaction, messages: Message[]) {
    const calls: string[] = [];
    const tracker = { giveUp: () => calls.push("give up"), dismiss: () => calls.push("dismiss") };
    const scroll = mock.method(Element.prototype, "scrollIntoView", () => {});
    const notice = (of: Transaction) => (
      <TransactionNotice {...{ messages, transaction: of, tracker }} />
    );
    const page = renderComponent(notice(transaction));
    const show = (next: Transaction) => page.rerender(notice(next));
    return { ...page, calls, show, scrolls: () => scroll.mock.callCount() };
  }
  const openMint = (purchase: Purchase) => openNotice(purchase, purchaseMessages(purchase, phase));
  const status = () => screen.getByRole("status").textContent;

  const tones = () =>
    [...document.querySelectorAll(".notice")].map(
      ({ className }) => /--(\w+)/.exec(className)?.[1],
    );
  const politeNotices: [title: string, purchase: Purchase, text: string, tones: string[]][] = [
    [
      "an earlier mint may still be sent",
      { ...sentWith("waiting"), unanswered: { ...unanswered, isSent: true } },
      "Your mint of 3 for 0.24 ETH may still go through. Check your wallet before minting again.Waiting for confirmation; you can leave this page.Transaction 0x01",
      ["warning", "calm"],
    ],
    [
      "the fee may be too low",
      sentWith("slow"),
      "Still waiting for confirmation. The network may be busy, or the fee too low: your wallet can speed the transaction up or cancel it, and this page follows both.Transaction 0x01",
      ["warning"],
    ],
    [
      "the network is out of reach",
      sentWith("unreachable"),
      "Sent. Can't reach the network; still trying.Transaction 0x01",
      ["warning"],
    ],
    [
      "the wallet is asked",
      { ...asking, unanswered },
      "Your wallet is asking you to confirm 3 drifters. Nothing is sent before that.",
      ["calm"],
    ],
    ["the wallet has rejected it", failed({ failedAt: "wallet" }), "You rejected it.", ["calm"]],
  ];
  for (const [title, purchase, expected, expectedTones] of politeNotices) {
    it(`announces “${expected}” politely and in view when ${title}`, () => {
      const { scrolls } = openMint(purchase);
      expect(status()).to.equal(expected);
      expect(tones()).to.deep.equal(expectedTones);
      expect(screen.getByRole("status").getAttribute("aria-atomic")).to.equal("false");
      expect(screen.queryByRole("alert")).to.equal(null);
      expect(screen.queryByRole("button")).to.equal(null);
      expect(scrolls()).to.equal(1);
    });
  }

  it("alerts with the revert reason and the transaction when the chain reverts", async () => {
    const message = "It reverted.";
    const reverted = failed({ failedAt: "chain", isRejection: false, message, revert, sent });
    const { press, calls } = openMint({ ...reverted, unanswered });
    expect(screen.getByRole("alert").textContent).to.equal(
      "It reverted.The contract rejected it (PastSupply).Transaction 0x01",
    );
    expect(status()).to.equal(
      "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.My wallet shows no request",
    );
    await press("My wallet shows no request");
    expect(calls).to.deep.equal(["dismiss"]);
  });

  const calls: [stage: Stage, text: string][] = [
    [{ step: "idle" }, ""],
    [{ step: "checking", order, authorization: undefined }, "Simulating the transaction…"],
    [asking.stage, "Your wallet is asking you to confirm. Nothing is sent before that."],
  ];
  for (const [stage, expected] of calls) {
    it(`shows “${expected}” politely when a call is ${stage.step}`, () => {
      openNotice({ stage }, progressMessages(stage, "transaction"));
      expect(status()).to.equal(expected);
      expect(screen.queryByRole("alert")).to.equal(null);
    });
  }

  it("stops waiting on request when the network does not know the transaction", async () => {
    const { press, calls } = openMint(sentWith("missing"));
    expect(status()).to.contain("does not know this transaction");
    await press("Stop waiting");
    expect(calls).to.deep.equal(["give up"]);
  });

  it("offers to start over when the wallet has not responded for 30 seconds", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { calls, show } = openMint(asking);
    const isOffered = () => screen.queryByRole("button", { name: "Start over" }) !== null;
    act(() => mock.timers.tick(29_999));
    expect(isOffered()).to.equal(false);
    act(() => mock.timers.tick(1));
    const description =
      "Still waiting for your wallet. If you start over, the open request can still mint 3 for 0.24 ETH.";
    screen.getByRole("button", { name: "Start over", description });
    act(() => button("Start over").click());
    expect(calls).to.deep.equal(["give up"]);
    show({ stage: { ...asking.stage, prompt: 2 } as Purchase["stage"] });
    expect(isOffered()).to.equal(false);
  });
});

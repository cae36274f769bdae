import { mock } from "node:test";
import { act, screen } from "@testing-library/react";
import { expect } from "chai";
import type { Failure, Purchase } from "../../../web/src/mint/purchase/purchase.ts";
import { authorize, order, phase, rejection, sent } from "../../support/web/purchaseModel.ts";
import { button, renderComponent, words } from "../../support/web/renderComponent.tsx";

const { purchaseMessages } = await import("../../../web/src/mint/messages.ts");
const { MintOutcome } = await import("../../../web/src/mint/MintOutcome.tsx");
const { NewDrifters } = await import("../../../web/src/mint/NewDrifters.tsx");

const authorization = authorize(order);
const asking: Purchase = { stage: { step: "asking", order, authorization, prompt: 1 } };
const failedAt = (at: Failure["failedAt"], more: Partial<Failure> = {}): Purchase => ({
  stage: { step: "failed", order, failure: { ...rejection, failedAt: at, ...more } },
});
const sentWith = (sighting: "waiting" | "missing" | "out of reach"): Purchase => ({
  stage: { step: "sent", order, authorization, sent, sighting, fromBlock: 9n },
});
const unanswered = { order, authorization, prompts: 1, fromBlock: 9n, isSent: false };
const revert = { title: "PastSupply", cause: "Too many.", fix: "Choose fewer." };

describe("MintOutcome", () => {
  /** Renders the messages of a purchase, and counts how often they are scrolled into view. */
  function openOutcome(purchase: Purchase) {
    const calls: string[] = [];
    const tracker = { giveUp: () => calls.push("give up"), dismiss: () => calls.push("dismiss") };
    const scroll = mock.method(Element.prototype, "scrollIntoView", () => {});
    const messages = purchaseMessages(purchase, phase);
    const page = renderComponent(<MintOutcome {...{ messages, purchase, phase, tracker }} />);
    return { ...page, calls, scrolls: () => scroll.mock.callCount() };
  }
  const status = () => screen.getByRole("status").textContent;

  const calm: [title: string, purchase: Purchase, words: string][] = [
    [
      "an earlier mint may still be sent",
      { ...sentWith("waiting"), unanswered: { ...unanswered, isSent: true } },
      "Your mint of 3 for 0.24 ETH may still go through. Check your wallet before minting again.Waiting for confirmation; you can leave this page.Transaction 0x01",
    ],
    [
      "the network is out of reach",
      sentWith("out of reach"),
      "Sent. Can't reach the network; this page keeps trying.Transaction 0x01",
    ],
    [
      "the wallet is asked",
      { ...asking, unanswered },
      "Your wallet is asking you to confirm 3 drifters. Nothing is sent before that.",
    ],
    ["the wallet has rejected it", failedAt("wallet"), "You rejected it."],
  ];
  for (const [title, purchase, expected] of calm) {
    it(`announces “${expected}” politely and in view when ${title}`, () => {
      const { scrolls } = openOutcome(purchase);
      expect(status()).to.equal(expected);
      expect(screen.getByRole("status").getAttribute("aria-atomic")).to.equal("false");
      expect(screen.queryByRole("alert")).to.equal(null);
      expect(screen.queryByRole("button")).to.equal(null);
      expect(scrolls()).to.equal(1);
    });
  }

  it("alerts with the revert and the transaction when the chain reverts", () => {
    const words = "It reverted.";
    openOutcome(failedAt("chain", { isRejection: false, words, revert, sent }));
    expect(screen.getByRole("alert").textContent).to.equal(
      "It reverted.The contract reverted with PastSupply.Transaction 0x01",
    );
    expect(status()).to.equal("");
  });

  it("offers to start over when the wallet has not responded for 30 seconds", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { calls } = openOutcome(asking);
    const isOffered = () => screen.queryByRole("button", { name: "Start over" }) !== null;
    act(() => mock.timers.tick(29_999));
    expect(isOffered()).to.equal(false);
    act(() => mock.timers.tick(1));
    const description =
      "No answer yet. If you start over, approving the open request still mints 3 for 0.24 ETH.";
    screen.getByRole("button", { name: "Start over", description });
    act(() => button("Start over").click());
    expect(calls).to.deep.equal(["give up"]);
  });
});

describe("NewDrifters", () => {
  it("links to the new drifters, and mints more on request", async () => {
    let pressed = 0;
    const { press } = renderComponent(
      <NewDrifters
        drifterIds={["102", "103"]}
        qty={2}
        hash={sent.hash}
        onMore={() => {
          pressed += 1;
        }}
      />,
    );
    const heading = screen.getByRole("heading", { name: "2 drifters walk under your name." });
    expect([heading.dataset.focusTarget, heading.tabIndex]).to.deep.equal(["new drifters", -1]);
    for (const id of [102, 103]) {
      const link = screen.getByRole("link", { name: `Drifter ${id}` });
      expect(link.getAttribute("href")).to.equal(`/drifter/${id}`);
      expect(link.querySelector("img")?.alt).to.equal("");
    }
    expect(words()).to.contain("Visit them").and.contain("Transaction 0x01");
    await press("Mint more");
    expect(pressed).to.equal(1);
  });
});

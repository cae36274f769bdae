import { expect } from "chai";
import fc from "fast-check";
import type { SignedMintAuthorization } from "#protocol/responses";
import { purchaseMessages } from "../../../../web/src/mint/messages.ts";
import {
  idlePurchase,
  type Purchase,
  type PurchaseEvent,
  reducePurchase,
  unansweredIn,
} from "../../../../web/src/mint/purchase/purchase.ts";
import { serializePendingPurchase } from "../../../../web/src/mint/purchase/purchaseStore.ts";
import {
  arbitraryStep,
  authorize,
  order,
  PurchaseWorld,
  phase,
  rejection,
  reload,
  sent,
} from "../../../support/web/purchaseModel.ts";
import "../../../support/web/pageSettings.ts";
import { searchBounds } from "../../../support/search.ts";

function follow(first: Purchase, ...events: PurchaseEvent[]): Purchase {
  return events.reduce(reducePurchase, first);
}

/** The purchase while the wallet prompts for `order`. */
const asking = follow(
  idlePurchase,
  { type: "pressed", order },
  { type: "authorised", authorization: authorize(order) },
  { type: "prompted", prompt: 1, fromBlock: 9n },
);

function wordsOf(purchase: Purchase, ofPhase = phase): string[] {
  return purchaseMessages(purchase, ofPhase).map(({ words }) => words);
}

const mayStillAsk =
  "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.";

describe("a purchase", () => {
  describe("after a reload during the wallet's prompt", () => {
    it("warns that the prompt may still be open", () => {
      expect(wordsOf(reload(asking))).to.deep.equal([mayStillAsk]);
    });

    it("sends the same authorisation again, and requests no new one", () => {
      const { stage } = follow(reload(asking), { type: "pressed", order });
      expect(stage).to.deep.include({ step: "checking", authorization: authorize(order) });
    });

    it("sends no authorisation with another ID, even for another quantity", () => {
      const fewer = { ...order, qty: 1 };
      const pressed = follow(reload(asking), { type: "pressed", order: fewer });
      // Nor is a new one requested.
      expect(pressed.stage).to.deep.equal({ step: "idle" });
      const held = follow(pressed, { type: "authorised", authorization: authorize(fewer, "2") });
      expect(held.stage).to.deep.equal({ step: "idle" });
      expect(wordsOf(held)).to.deep.equal([mayStillAsk]);
    });

    it("is confirmed once the authorisation is used on chain", () => {
      const drifterIds = ["102", "103", "104"];
      const used = { type: "used", transactionID: "1", hash: sent.hash, drifterIds } as const;
      const { stage, unanswered } = follow(reload(asking), used);
      expect(stage).to.deep.equal({ step: "confirmed", order, hash: sent.hash, drifterIds });
      expect(unanswered).to.equal(undefined);
      expect(follow(reload(asking), { ...used, transactionID: "2" })).to.deep.equal(reload(asking));
    });

    it("is cleared when the person dismisses it", () => {
      expect(follow(reload(asking), { type: "dismissed" })).to.equal(idlePurchase);
    });
  });

  it("continues after a reload once it is sent, and can be confirmed", () => {
    const { unanswered: mint } = asking;
    if (!mint) throw new Error("No prompt is open.");
    const pending = reload(follow(asking, { type: "sent", mint, sent }));
    expect(pending.stage).to.deep.include({ step: "sent", order, sent });
    expect(pending.unanswered).to.equal(undefined);
  });

  it("requests a new authorisation after a rejection", () => {
    const rejected = follow(asking, {
      type: "rejected",
      prompt: 1,
      transactionID: "1",
      failure: rejection,
    });
    expect(wordsOf(rejected)).to.deep.equal(["You rejected it."]);
    expect(follow(rejected, { type: "pressed", order }).stage.step).to.equal("authorising");
    expect(serializePendingPurchase(rejected)).to.equal(undefined);
  });

  it("accepts the late answer to an abandoned prompt", () => {
    const { unanswered: mint } = asking;
    if (!mint) throw new Error("No prompt is open.");
    const late = follow(asking, { type: "gave up" }, { type: "sent", mint, sent });
    expect(late.stage).to.deep.include({ step: "sent", sent });
  });

  it("keeps an unanswered mint of another phase when this one is confirmed", () => {
    const { unanswered: mint } = asking;
    if (!mint) throw new Error("No prompt is open.");
    const other = { ...order, phase: "Ember" };
    const confirmed = follow(
      asking,
      { type: "gave up" },
      { type: "pressed", order: other },
      { type: "authorised", authorization: authorize(other, "2") },
      { type: "prompted", prompt: 2, fromBlock: 9n },
      { type: "sent", mint, sent },
      { type: "used", transactionID: "1", hash: sent.hash, drifterIds: [] },
    );
    expect(confirmed.stage.step).to.equal("confirmed");
    expect(unansweredIn(confirmed, "Ember")?.authorization.transactionID).to.equal("2");
  });

  it("hides a failure in another phase, unless it cost a fee", () => {
    const before = { ...rejection, failedAt: "contract" as const };
    const refused: Purchase = { stage: { step: "failed", order, failure: before } };
    expect(wordsOf(refused, "Ember")).to.deep.equal([]);
    const onChain = { ...rejection, failedAt: "chain" as const, words: "Only the fee was paid." };
    const reverted: Purchase = { stage: { step: "failed", order, failure: onChain } };
    expect(wordsOf(reverted, "Ember")).to.deep.equal([
      "3 of “Lantern Season”: Only the fee was paid.",
    ]);
  });

  describe("with an authorisation for other terms", () => {
    const others: [what: string, differing: Partial<SignedMintAuthorization>][] = [
      ["phase", { phase: "Ember" }],
      ["wallet", { minter: `0x${"1".repeat(40)}` }],
      ["quantity", { qty: "2" }],
    ];
    for (const [what, differing] of others) {
      it(`sends nothing if another ${what} is authorised`, () => {
        const authorization = { ...authorize(order), ...differing };
        const { stage } = follow(
          idlePurchase,
          { type: "pressed", order },
          { type: "authorised", authorization },
        );
        expect(stage).to.deep.include({ step: "failed", order });
        expect(stage).to.have.nested.property("failure.words").that.includes("so nothing was sent");
        expect(stage).to.have.nested.include({
          "failure.isRejection": false,
          "failure.failedAt": "service",
        });
        const pasted = follow(idlePurchase, { type: "pressed", order, pasted: authorization });
        expect(pasted.stage).to.deep.equal(stage);
      });
    }
  });

  it("is never paid twice for one press of Mint, and never shows another mint's message", () => {
    fc.assert(
      fc.property(fc.array(arbitraryStep, { maxLength: 40 }), (steps) => {
        const world = new PurchaseWorld();
        for (const step of steps) {
          world.take(step);
          world.check();
        }
      }),
      searchBounds({ runs: 2_000, seed: 16, soakRuns: 500_000 }),
    );
  });
});

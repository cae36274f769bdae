import { expect } from "chai";
import fc from "fast-check";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { focusStateOf } from "../../web/src/mint/focusState.ts";
import { purchaseMessages } from "../../web/src/mint/messages.ts";
import {
  idlePurchase,
  type Purchase,
  type PurchaseEvent,
  reducePurchase,
  unansweredIn,
} from "../../web/src/mint/purchase/purchase.ts";
import { serializePendingPurchase } from "../../web/src/mint/purchase/purchaseStore.ts";
import {
  arbitraryStep,
  authorize,
  order,
  PurchaseWorld,
  phase,
  rejection,
  reload,
  sent,
} from "../support/purchaseModel.ts";
import "../support/pageSettings.ts";
import { searchBounds } from "../support/search.ts";

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

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

  describe("once a prompt is answered", () => {
    const { unanswered: mint } = asking;
    if (!mint) throw new Error("Nothing was asked.");
    const reject = { type: "rejected", transactionID: "1", failure: rejection } as const;
    const again = (prompt: number): PurchaseEvent[] => [
      { type: "gave up" },
      { type: "pressed", order },
      { type: "prompted", prompt, fromBlock: 20n },
    ];
    const left: [title: string, purchase: Purchase, unanswered: object | undefined][] = [
      ["none is left of one", follow(asking, { ...reject, prompt: 1 }), undefined],
      [
        "one is left of two, sent after the first block",
        follow(asking, ...again(2), { ...reject, prompt: 2 }),
        { ...mint, prompts: 1, fromBlock: 9n },
      ],
      [
        "none is left of two",
        follow(asking, ...again(2), { ...reject, prompt: 2 }, { ...reject, prompt: 1 }),
        undefined,
      ],
      [
        "what was sent before may still take place",
        follow(asking, { type: "sent", mint, sent }, ...again(2), { ...reject, prompt: 2 }),
        { ...mint, prompts: 0, isSent: true },
      ],
      [
        "another id's answer takes none away",
        follow(asking, { ...reject, transactionID: "2", prompt: 1 }),
        mint,
      ],
      [
        "a lost prompt may still be sent",
        follow(asking, { type: "lost", prompt: 1, failure: rejection }),
        mint,
      ],
    ];
    for (const [title, { unanswered }, expected] of left) {
      it(title, () => expect(unanswered).to.deep.equal(expected));
    }
  });

  describe("in a stage", () => {
    const { unanswered: mint } = asking;
    if (!mint) throw new Error("Nothing was asked.");
    const authorization = authorize(order);
    const idle = idlePurchase;
    const authorising = follow(idle, { type: "pressed", order });
    const checking = follow(authorising, { type: "authorised", authorization });
    const pending = follow(asking, { type: "sent", mint, sent });
    const used = { type: "used", transactionID: "1", hash: sent.hash, drifterIds: [] } as const;
    const confirmed = follow(pending, used);
    const failed = follow(checking, { type: "refused", failure: rejection as never });
    const stages = { idle, authorising, checking, asking, sent: pending, confirmed, failed };
    const events: [event: PurchaseEvent, at: (keyof typeof stages)[]][] = [
      [{ type: "pressed", order }, ["idle", "confirmed", "failed"]],
      [{ type: "authorised", authorization }, ["authorising"]],
      [{ type: "refused", failure: { ...rejection, words: "?" } }, ["authorising", "checking"]],
      [{ type: "prompted", prompt: 7, fromBlock: 1n }, ["checking"]],
      [{ type: "rejected", prompt: 1, transactionID: "1", failure: rejection }, ["asking"]],
      [{ type: "rejected", prompt: 2, transactionID: "2", failure: rejection }, []],
      [{ type: "lost", prompt: 1, failure: rejection }, ["asking"]],
      [{ type: "lost", prompt: 2, failure: rejection }, []],
      [
        { type: "sent", mint, sent: { ...sent, hash: "0x02" } },
        ["idle", "authorising", "checking", "asking", "failed"],
      ],
      [
        { type: "sent", mint: { ...mint, authorization: authorize(order, "2") }, sent },
        ["idle", "authorising", "checking", "asking", "sent", "failed"],
      ],
      [{ type: "sighted", sent, sighting: "missing" }, ["sent"]],
      [{ type: "reverted", failure: { ...rejection, words: "?" } }, ["sent"]],
      [used, ["checking", "asking", "sent"]],
      [{ ...used, transactionID: "2" }, []],
      [{ type: "gave up" }, ["asking", "sent"]],
      [{ type: "dismissed" }, ["confirmed", "failed"]],
      [{ type: "cleared" }, ["confirmed", "failed"]],
    ];
    for (const [event, at] of events) {
      it(`applies “${event.type}” only at ${at.join(", ") || "no stage"}`, () => {
        const concerned = Object.entries(stages)
          .filter(([, purchase]) => {
            const next = reducePurchase(purchase, event);
            return JSON.stringify(next, bigints) !== JSON.stringify(purchase, bigints);
          })
          .map(([name]) => name);
        expect(concerned).to.deep.equal(at);
      });
    }

    it("has a focus state at each stage", () => {
      const states = Object.values(stages).map((purchase) => focusStateOf(purchase));
      expect(states).to.deep.equal([
        "choosing",
        "minting",
        "minting",
        "minting",
        "minting",
        "minted",
        "not minted",
      ]);
      expect(focusStateOf({ ...idle, unanswered: mint })).to.equal("unanswered");
    });

    it("applies each event to its stage", () => {
      const failure = { ...rejection, failedAt: "chain" } as const;
      expect(follow(pending, { type: "reverted", failure }).stage).to.deep.equal({
        step: "failed",
        order,
        failure,
      });
      const seen = follow(pending, {
        type: "sighted",
        sent: { ...sent, nonce: 4 },
        sighting: "missing",
      });
      expect(seen.stage).to.deep.include({ sent: { ...sent, nonce: 4 }, sighting: "missing" });
      expect(follow(pending, { type: "gave up" })).to.deep.equal({
        stage: { step: "idle" },
        unanswered: { ...mint, prompts: 0, isSent: true },
      });
      expect(follow(failed, { type: "dismissed" })).to.equal(idlePurchase);
      const kept = { ...failed, unanswered: mint };
      expect(follow(kept, { type: "cleared" })).to.deep.equal({
        stage: { step: "idle" },
        unanswered: mint,
      });
    });
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

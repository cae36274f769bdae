import { expect } from "chai";
import fc from "fast-check";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { purchaseMessages } from "../../../../web/src/mint/messages.ts";
import {
  attachAuthorization,
  findUnanswered,
  type Purchase,
  purchaseFocus,
  submitMint,
} from "../../../../web/src/mint/purchase/purchase.ts";
import {
  clear,
  confirm,
  dismiss,
  endPrompt,
  fail,
  giveUp,
  idleTransaction,
  reorg,
  requestWallet,
  send,
} from "../../../../web/src/transactions/transaction.ts";
import { serializePending } from "../../../../web/src/transactions/transactionStore.ts";
import "../../../support/web/pageSettings.ts";
import { searchBounds } from "../../../support/search.ts";
import { authorize, order, phase, rejection, sent } from "../../../support/web/purchase.ts";
import { arbitraryStep, PurchaseWorld, reload } from "./purchaseWorld.ts";

/** The purchase while the wallet prompts for `order`. */
const asking = requestWallet(
  attachAuthorization(submitMint(idleTransaction, order), authorize(order)),
  1,
  9n,
);
const { unanswered: mint } = asking;
if (!mint) throw new Error("No prompt is open.");

function messageTexts(purchase: Purchase, ofPhase = phase): string[] {
  return purchaseMessages(purchase, ofPhase).map(({ text }) => text);
}

const promptMayBeOpen =
  "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.";

describe("purchase", () => {
  describe("after a reload during the wallet's prompt", () => {
    it("warns that the prompt may still be open", () => {
      expect(messageTexts(reload(asking))).to.deep.equal([promptMayBeOpen]);
    });

    it("resends the same authorization, and requests no new one", () => {
      const { stage } = submitMint(reload(asking), order);
      expect(stage).to.deep.include({ step: "checking", authorization: authorize(order) });
    });

    it("sends no authorization with a different ID, regardless of quantity", () => {
      const fewer = { ...order, qty: 1 };
      const pressed = submitMint(reload(asking), fewer);
      // Nor is a new one requested.
      expect(pressed.stage).to.deep.equal({ step: "idle" });
      const held = attachAuthorization(pressed, authorize(fewer, "2"));
      expect(held.stage).to.deep.equal({ step: "idle" });
      expect(messageTexts(held)).to.deep.equal([promptMayBeOpen]);
    });

    it("rejects a pasted authorization with a new ID, and accepts the open authorization", () => {
      const other = submitMint(reload(asking), order, authorize(order, "2"));
      expect(other.stage).to.deep.equal({ step: "idle" });
      const same = { ...authorize(order), signature: "0x33" } as const;
      expect(submitMint(reload(asking), order, same).stage).to.deep.include({
        authorization: same,
      });
    });

    it("is confirmed once the authorization is used on chain", () => {
      const { stage, unanswered } = confirm(reload(asking), "1", undefined);
      expect(stage).to.deep.equal({ step: "confirmed", order, receipt: undefined });
      expect(unanswered).to.equal(undefined);
      expect(confirm(reload(asking), "2", undefined)).to.deep.equal(reload(asking));
    });

    it("is cleared when the user dismisses it", () => {
      expect(dismiss(reload(asking))).to.equal(idleTransaction);
    });
  });

  it("continues after a reload once sent, and can be confirmed", () => {
    const pending = reload(send(asking, mint, sent));
    expect(pending.stage).to.deep.include({ step: "sent", order, sent });
    expect(pending.unanswered).to.equal(undefined);
  });

  it("requests a new authorization after a rejection", () => {
    const rejected = endPrompt(asking, { prompt: 1, transactionID: "1", failure: rejection });
    expect(messageTexts(rejected)).to.deep.equal(["You rejected it."]);
    expect(submitMint(rejected, order).stage.step).to.equal("authorizing");
    expect(serializePending(rejected)).to.equal(undefined);
  });

  it("accepts the late response to an abandoned prompt", () => {
    const late = send(giveUp(asking), mint, sent);
    expect(late.stage).to.deep.include({ step: "sent", sent });
    expect(send(late, mint, { ...sent, hash: "0x02" })).to.equal(late);
    const confirmed = confirm(late, "1", undefined);
    expect(send(confirmed, mint, sent)).to.equal(confirmed);
  });

  it("resumes a dropped mint only once the next mint is no longer pending", () => {
    const next = submitMint(clear(confirm(asking, "1", undefined)), order);
    const { settled } = next;
    if (!settled) throw new Error("The purchase forgot what was confirmed.");
    expect(reorg(next, settled)).to.equal(next);
    const failed = fail(next, rejection);
    expect(reorg(failed, settled).unanswered).to.deep.include({ isReorged: true });
  });

  it("preserves an open prompt when a failure is cleared", () => {
    const failure = { ...rejection, mayBeSent: true };
    const failed = endPrompt(asking, { prompt: 1, transactionID: "1", failure });
    expect(clear(failed)).to.deep.equal({ stage: { step: "idle" }, unanswered: mint });
  });

  it("determines the focus state of each step", () => {
    const pressed = submitMint(idleTransaction, order);
    const rejected = endPrompt(asking, { prompt: 1, transactionID: "1", failure: rejection });
    const states: [Purchase, ReturnType<typeof purchaseFocus>][] = [
      [idleTransaction, "choosing"],
      [pressed, "minting"],
      [asking, "minting"],
      [giveUp(asking), "unanswered"],
      [send(asking, mint, sent), "minting"],
      [rejected, "not minted"],
      [confirm(asking, "1", undefined), "minted"],
    ];
    expect(states.map(([purchase]) => purchaseFocus(purchase))).to.deep.equal(
      states.map(([, state]) => state),
    );
  });

  it("waits for an earlier prompt or transaction when a later prompt is rejected", () => {
    const reject = (purchase: Purchase, prompt: number) =>
      endPrompt(purchase, { prompt, transactionID: "1", failure: rejection });
    const open = requestWallet(submitMint(giveUp(asking), order), 2, 12n);
    expect(reject(open, 1).stage).to.equal(open.stage);
    const second = reject(open, 2);
    expect(second.unanswered).to.deep.include({ prompts: 1, fromBlock: 9n });
    expect(reject(second, 1).unanswered).to.equal(undefined);
    const dropped = giveUp(send(asking, mint, sent));
    const again = reject(requestWallet(submitMint(dropped, order), 2, 12n), 2);
    expect(again.unanswered).to.deep.include({ prompts: 0, isSent: true });
  });

  it("retains a pending mint in a different phase when this mint is confirmed", () => {
    const other = { ...order, phase: "Ember" };
    const requested = requestWallet(
      attachAuthorization(submitMint(giveUp(asking), other), authorize(other, "2")),
      2,
      9n,
    );
    const confirmed = confirm(send(requested, mint, sent), "1", undefined);
    expect(confirmed.stage.step).to.equal("confirmed");
    expect(findUnanswered(confirmed, "Ember")?.authorization.transactionID).to.equal("2");
  });

  it("hides a failure in a different phase, unless it cost a fee", () => {
    const before = { ...rejection, failedAt: "contract" as const };
    const rejected: Purchase = { stage: { step: "failed", order, failure: before } };
    expect(messageTexts(rejected, "Ember")).to.deep.equal([]);
    const onChain = { ...rejection, failedAt: "chain" as const, message: "Only the fee was paid." };
    const reverted: Purchase = { stage: { step: "failed", order, failure: onChain } };
    expect(messageTexts(reverted, "Ember")).to.deep.equal([
      "3 of “Lantern Season”: Only the fee was paid.",
    ]);
  });

  describe("with an authorization for other terms", () => {
    const mismatches: [what: string, differing: Partial<SignedMintAuthorization>][] = [
      ["phase", { phase: "Ember" }],
      ["wallet", { minter: `0x${"1".repeat(40)}` }],
      ["quantity", { qty: "2" }],
    ];
    for (const [what, differing] of mismatches) {
      it(`sends nothing if a different ${what} is authorized`, () => {
        const authorization = { ...authorize(order), ...differing };
        const { stage } = attachAuthorization(submitMint(idleTransaction, order), authorization);
        expect(stage).to.deep.include({ step: "failed", order });
        expect(stage)
          .to.have.nested.property("failure.message")
          .that.includes("so nothing was sent");
        expect(stage).to.have.nested.include({
          "failure.isRejection": false,
          "failure.failedAt": "service",
        });
        const pasted = submitMint(idleTransaction, order, authorization);
        expect(pasted.stage).to.deep.equal(stage);
      });
    }
  });

  it("pays at most once per press of Mint, and never shows a different mint's message", () => {
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

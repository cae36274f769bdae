import { expect } from "chai";
import { useAllowance } from "../../../web/src/mint/useAllowance.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { asking, idle } from "../../support/mintForm.tsx";
import { order } from "../../support/purchaseModel.ts";
import { answerFetch, renderComponent, settle, words } from "../../support/renderComponent.tsx";

const confirmed = {
  stage: { step: "confirmed", order, hash: undefined, drifterIds: ["7"] },
} as const;

describe("useAllowance", () => {
  function Left({
    purchase,
    phase,
  }: {
    purchase: Parameters<typeof useAllowance>[2];
    phase: string;
  }) {
    return `${useAllowance(hardhatAccount(6).address, phase, purchase)?.left}`;
  }

  it("is read again after a mint, and is that of the active phase only", async () => {
    const left = [3, 2];
    answerFetch(async () => Response.json({ phase: "Ember", allowance: 3, left: left.shift() }));
    const { rerender } = renderComponent(<Left purchase={idle} phase="Ember" />);
    await settle();
    expect(words()).to.equal("3");
    rerender(<Left purchase={asking} phase="Ember" />);
    await settle();
    expect(words()).to.equal("3");
    rerender(<Left purchase={confirmed} phase="Ember" />);
    await settle();
    expect(words()).to.equal("2");
  });
});

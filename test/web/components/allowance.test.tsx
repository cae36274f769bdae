import { expect } from "chai";
import { allowanceQueryOptions } from "../../../web/src/mint/allowance.ts";
import { useAllowance } from "../../../web/src/mint/useAllowance.ts";
import { Refusal } from "../../../web/src/narrative/refusal.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { asking, idle } from "../../support/mintForm.tsx";
import { order } from "../../support/purchaseModel.ts";
import {
  answerFetch,
  createQueryClient,
  renderComponent,
  settle,
  words,
} from "../../support/renderComponent.tsx";

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

  it("is refused with the service's reason", async () => {
    answerFetch(async () => Response.json({ code: "rate.limited" }, { status: 429 }));
    const options = allowanceQueryOptions(hardhatAccount(6).address, "Ember");
    const { thrown } = await createQueryClient()
      .fetchQuery(options)
      // A promise that was thrown stays one.
      .then(
        () => ({ thrown: undefined }),
        (thrown: unknown) => ({ thrown }),
      );
    expect(thrown).to.be.instanceOf(Refusal).and.to.include({ code: "rate.limited", status: 429 });
  });

  it("is unknown while the service has it for another phase", async () => {
    answerFetch(async () => Response.json({ phase: "Ember", allowance: 3, left: 3 }));
    renderComponent(<Left purchase={idle} phase="Ash" />);
    await settle();
    expect(words()).to.equal("undefined");
  });
});

import { mock } from "node:test";
import { act } from "@testing-library/react";
import { expect } from "chai";
import {
  answerFetch,
  createQueryClient,
  renderComponent,
  settle,
  words,
} from "../../support/renderComponent.tsx";

const { DrifterCard } = await import("../../../web/src/drifter/DrifterCard.tsx");

describe("the card of a drifter without metadata", () => {
  /** Renders the card; returns how often the metadata were requested. */
  async function openCard(isMinted: boolean) {
    mock.timers.enable({ apis: ["setInterval"] });
    let requests = 0;
    answerFetch(async () => {
      requests += 1;
      return new Response(null, { status: 404 });
    });
    const queryClient = createQueryClient(60_000);
    queryClient.setQueryData(["minted", "7"], isMinted);
    renderComponent(<DrifterCard drifterId="7" />, { queryClient });
    await settle();
    const pass = async (milliseconds: number) => {
      act(() => mock.timers.tick(milliseconds));
      await settle();
      return requests;
    };
    return { pass };
  }

  it("requests it again after longer and longer pauses if the drifter is minted", async () => {
    const { pass } = await openCard(true);
    let requests = 1;
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      expect(await pass(1_000 * seconds - 1)).to.equal(requests);
      requests += 1;
      expect(await pass(1)).to.equal(requests);
    }
    expect(words()).to.equal(
      "Drifter #7 not found.Drifter 7 is minted. Its portrait is being prepared…",
    );
  });
});

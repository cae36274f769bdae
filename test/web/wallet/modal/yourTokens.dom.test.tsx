import { screen } from "@testing-library/react";
import { expect } from "chai";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import {
  createQueryClient,
  renderComponent,
  stubResponses,
} from "../../../support/web/renderComponent.tsx";

const { ownerQueryOptions } = await import("../../../../web/src/tokens/ownerQuery.ts");
const { YourTokens } = await import("../../../../web/src/wallet/modal/YourTokens.tsx");

const owner = hardhatAccount(2).address;

/** The service responds with this many drifters, from 101 on; undefined: it is down. */
function stubTokens(count: number | undefined) {
  stubResponses(async (request) => {
    if (count === undefined) return new Response("{}", { status: 404 });
    const limit = Number(new URL(String(request), "http://localhost").searchParams.get("limit"));
    const tokens = Array.from({ length: Math.min(count, limit) }, (_, index) => ({
      drifterId: String(101 + index),
      hasStory: false,
    }));
    const next = count > limit ? "77" : null;
    return Response.json({
      ...{ owner, blockNumber: 9, total: count, tokens, next },
      ...{ stories: [], storyTotal: 0 },
    });
  });
}

describe("YourDrifters", () => {
  it("links to the latest drifters, and to the owner's page if there are more", async () => {
    stubTokens(30);
    let leavings = 0;
    const { follow } = renderComponent(
      <YourTokens
        owner={owner}
        onLeave={() => {
          leavings += 1;
        }}
      />,
    );
    await screen.findByRole("link", { name: "Drifter #124" });
    expect(screen.getByRole("heading").textContent).to.equal("Your drifters 30");
    expect(screen.queryByRole("link", { name: "Drifter #125" })).to.equal(null);
    const all = screen.getByRole("link", { name: "Show all" });
    expect(all.getAttribute("href")).to.equal(`/owner/${owner}`);
    await follow("Drifter #101");
    expect(leavings).to.equal(1);
  });

  it("reports that the wallet owns no drifter", async () => {
    stubTokens(0);
    renderComponent(<YourTokens owner={owner} onLeave={() => {}} />);
    await screen.findByText("This wallet holds no drifters yet.");
    expect(screen.queryAllByRole("link")).to.deep.equal([]);
  });

  it("does not show a list cached by a different view", async () => {
    stubTokens(0);
    const queryClient = createQueryClient();
    await queryClient.prefetchQuery(ownerQueryOptions(owner, 24));
    stubTokens(1);
    renderComponent(<YourTokens owner={owner} onLeave={() => {}} />, { queryClient });
    expect(screen.queryByText("This wallet holds no drifters yet.")).to.equal(null);
    screen.getByText("Loading…");
    await screen.findByRole("link", { name: "Drifter #101" });
  });

  it("reads the drifters again on request after a failure", async () => {
    stubTokens(undefined);
    const { press } = renderComponent(<YourTokens owner={owner} onLeave={() => {}} />);
    await screen.findByText(/^Your drifters failed to load/);
    stubTokens(1);
    await press("Try again");
    await screen.findByRole("link", { name: "Drifter #101" });
    expect(screen.queryByRole("link", { name: "Show all" })).to.equal(null);
    expect(screen.getByRole("status").textContent).to.equal("");
  });
});

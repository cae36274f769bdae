import { mock } from "node:test";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import {
  createQueryClient,
  renderComponent,
  stubResponses,
} from "../../support/web/renderComponent.tsx";

const { StoryList } = await import("../../../web/src/home/StoryList.tsx");
const { storyListQueryOptions } = await import("../../../web/src/narrative/narrativeApi.ts");

describe("the list of stories on the home page", () => {
  it("names each drifter in its link's accessible name, and shows its number and, once it is near, its portrait", () => {
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, [
      { drifterId: "124", name: "Mara of the Salt Flats" },
      { drifterId: "7" },
    ]);
    const { container } = renderComponent(<StoryList />, { queryClient });
    const loading = [...container.querySelectorAll("img")].map((image) => image.loading);
    expect(loading).to.deep.equal(["lazy", "lazy"]);
    const shown = (name: string) => screen.getByRole("link", { name }).textContent;
    expect(shown("Drifter 124, Mara of the Salt Flats")).to.equal("124");
    expect(shown("Drifter 7")).to.equal("7");
  });

  it("[S2.20] [S8.3] shows nothing and logs the error when the list fails to load", async () => {
    const logged = mock.method(console, "error", () => {});
    stubResponses(async () => new Response(null, { status: 500 }));
    const { container } = renderComponent(<StoryList />);
    await waitFor(() => expect(logged.mock.callCount()).to.equal(1));
    expect(logged.mock.calls[0]?.arguments[0]).to.equal("Error fetching narratives:");
    expect(container.textContent).to.equal("");
  });

  it("renders 120 of thousands of drifters first, and the rest later", async () => {
    const tokens = Array.from({ length: 700 }, (_, index) => ({ drifterId: String(index + 1) }));
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, tokens);
    renderComponent(<StoryList />, { queryClient });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(120);
    await screen.findByRole("link", { name: "Drifter 700", hidden: true });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(700);
  });
});

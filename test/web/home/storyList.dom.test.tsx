import { mock } from "node:test";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import {
  createQueryClient,
  renderComponent,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { newestStoriesQueryOptions } = await import("../../../web/src/home/NewestStory.tsx");
const { StoryList } = await import("../../../web/src/home/StoryList.tsx");
const { storyListQueryOptions } = await import("../../../web/src/narrative/narrativeApi.ts");

describe("home page story list", () => {
  it("shows the latest stories' numbers, names, titles and first lines", () => {
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, [
      { drifterId: "124", name: "Mara of the Salt Flats" },
      { drifterId: "7" },
    ]);
    const newest = [{ drifterId: "124", title: "Salt", beginning: "The salt remembers." }];
    queryClient.setQueryData(newestStoriesQueryOptions().queryKey, newest);
    const { container } = renderComponent(<StoryList />, { queryClient });
    const loading = [...container.querySelectorAll("img")].map((image) => image.loading);
    expect(loading).to.deep.equal(["lazy", "lazy"]);
    const shown = (name: string) => screen.getByRole("link", { name }).textContent;
    expect(shown("Drifter #124 Mara of the Salt Flats")).to.contain("#124Mara of the Salt Flats");
    expect(shown("Drifter #7")).to.contain("#7");
    expect(screen.getAllByRole("listitem").map(words)).to.deep.equal([
      "Drifter #124Mara of the Salt FlatsSaltThe salt remembers.",
      "Drifter #7",
    ]);
  });

  it("[S2.20] [S8.3] shows nothing and logs the error when the list fails to load", async () => {
    const logged = mock.method(console, "error", () => {});
    stubResponses(async () => new Response(null, { status: 500 }));
    const { container } = renderComponent(<StoryList />);
    const messages = () => logged.mock.calls.map((call) => call.arguments[0]);
    await waitFor(() => expect(messages()).to.include("Error fetching narratives:"));
    expect(container.textContent).to.equal("");
  });

  it("renders the first 120 of thousands of drifters immediately, and the rest later", async () => {
    const tokens = Array.from({ length: 700 }, (_, index) => ({ drifterId: String(index + 1) }));
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, tokens);
    queryClient.setQueryData(newestStoriesQueryOptions().queryKey, []);
    renderComponent(<StoryList />, { queryClient });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(120);
    await screen.findByRole("link", { name: "Drifter #700", hidden: true });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(700);
  });
});

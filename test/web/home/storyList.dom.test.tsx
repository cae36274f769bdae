import { screen } from "@testing-library/react";
import { expect } from "chai";
import { createQueryClient, renderComponent } from "../../support/web/renderComponent.tsx";

const { StoryList } = await import("../../../web/src/home/StoryList.tsx");
const { storyListQueryOptions } = await import("../../../web/src/narrative/narrativeApi.ts");

describe("the list of stories on the home page", () => {
  it("names each drifter in its link's accessible name, and shows its number", () => {
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, [
      { drifterId: "124", name: "Mara of the Salt Flats" },
      { drifterId: "7" },
    ]);
    renderComponent(<StoryList />, { queryClient });
    const shown = (name: string) => screen.getByRole("link", { name }).textContent;
    expect(shown("Drifter 124, Mara of the Salt Flats")).to.equal("124");
    expect(shown("Drifter 7")).to.equal("7");
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

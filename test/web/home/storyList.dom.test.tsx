import { screen } from "@testing-library/react";
import { expect } from "chai";
import { createQueryClient, renderComponent } from "../../support/web/renderComponent.tsx";

const { StoryList } = await import("../../../web/src/home/StoryList.tsx");
const { storyListQueryOptions } = await import("../../../web/src/narrative/narrativeApi.ts");

describe("the list of stories on the home page", () => {
  it("begins with 120 of thousands of drifters, so that the page is soon there, and has all a little later", async () => {
    const drifters = Array.from({ length: 700 }, (_, index) => ({ drifterId: String(index + 1) }));
    const queryClient = createQueryClient(Number.POSITIVE_INFINITY);
    queryClient.setQueryData(storyListQueryOptions().queryKey, drifters);
    renderComponent(<StoryList />, { queryClient });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(120);
    await screen.findByRole("link", { name: "Drifter 700", hidden: true });
    expect(screen.getAllByRole("link", { hidden: true })).to.have.length(700);
  });
});

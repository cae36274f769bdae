import { screen } from "@testing-library/react";
import { expect } from "chai";
import {
  type NoNarrative,
  narrativeQueryOptions,
} from "../../../web/src/narrative/narrativeApi.ts";
import { createQueryClient, renderComponent } from "../../support/renderComponent.tsx";

const { StoryHistory } = await import("../../../web/src/narrative/history/StoryHistory.tsx");

describe("a story's byline", () => {
  it("shows the exact time on hover, and names the panel of its history", () => {
    const queryClient = createQueryClient(60_000);
    const savedAt = "2026-05-04T10:07:00.000Z";
    const author = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    const known: NoNarrative = { narrative: null, removed: { author, savedAt, revision: 2 } };
    queryClient.setQueryData(narrativeQueryOptions("7").queryKey, known);
    renderComponent(<StoryHistory drifterId="7" />, { queryClient });
    expect(document.querySelector("time")?.title).to.match(/2026.*:07/);
    const history = screen.getByRole("button", { name: "2 revisions" });
    const panel = document.getElementById(history.getAttribute("aria-controls") ?? "");
    expect([panel?.hidden, history.getAttribute("aria-expanded")]).to.deep.equal([true, "false"]);
  });
});

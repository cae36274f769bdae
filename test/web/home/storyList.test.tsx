import { expect } from "chai";
import { storyListQueryOptions } from "../../../web/src/narrative/narrativeApi.ts";
import "../../support/web/componentLoader.ts";
import { clientWithData, renderMarkup } from "../../support/web/markup.ts";

const { StoryList } = await import("../../../web/src/home/StoryList.tsx");

describe("the list of stories", () => {
  it("names each drifter in its link's accessible name, and shows its number", async () => {
    const client = clientWithData();
    client.setQueryData(storyListQueryOptions().queryKey, [
      { drifterId: "124", name: "Mara of the Salt Flats" },
      { drifterId: "7" },
    ]);
    const { all } = await renderMarkup(<StoryList />, client);
    const links = all("a").map(({ attributes, text }) => [attributes["aria-label"], text]);
    expect(links).to.deep.equal([
      ["Drifter 124, Mara of the Salt Flats", "124"],
      ["Drifter 7", "7"],
    ]);
  });
});

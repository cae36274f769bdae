import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { StoryMap } from "#protocol/wire/responses";
import { stubCatalogue } from "../../support/web/catalogueResponses.ts";
import { renderComponent, settle, words } from "../../support/web/renderComponent.tsx";

const { default: MapPage } = await import("../../../web/src/map/MapPage.tsx");

const mara = { drifterId: "7", name: "Mara" };
const ilse = { drifterId: "12" };
const map: StoryMap = {
  tokens: [
    { ...mara, hasStory: true, x: 20, y: 30 },
    { ...ilse, hasStory: false, x: 70, y: 30 },
  ],
  rows: 1,
  meetings: [{ writer: mara, mentioned: ilse, quote: "The same <bell>." }],
  meetingTotal: 1,
  storyTotal: 3,
  tokenTotal: 1_000,
};

async function openMap(changes: Partial<StoryMap> = {}) {
  stubCatalogue(() => ({ ...map, ...changes }));
  const opened = renderComponent(<MapPage />, { path: "/stories/map" });
  await settle();
  return opened;
}

describe("MapPage", () => {
  it("draws a link for each drifter, a line for each mention, and lists the same with quotes", async () => {
    await openMap();
    const links = [...screen.getByRole("navigation", { name: "Map" }).querySelectorAll("a")];
    expect(
      links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-label")]),
    ).to.deep.equal([
      ["/drifter/7", "Drifter #7, Mara"],
      ["/drifter/12", "Drifter #12"],
    ]);
    expect(links[1]?.getAttribute("class")).to.contain("quiet");
    expect(words()).not.to.contain("only the");
    const lines = document.querySelector(".story-map__lines")?.getAttribute("d");
    expect(lines).to.equal("M20 30Q45.0 24.0 70 30");
    const [item] = screen.getAllByRole("listitem");
    expect(words(item)).to.equal("Mara (7) writes of Drifter 12: The same <bell>.");
    expect(words()).to.contain(
      "Each bright point stands for one of the 2 other stories, each faint one for 4 of the 996 drifters",
    );
    expect(document.querySelectorAll(".story-map__quiet").length).to.equal(249);
  });

  it("sets a sentence in quotation marks unless it has its own", async () => {
    for (const [quote, tag] of [
      ["The same <bell>.", "Q"],
      ["“The same bell”, he said.", "SPAN"],
      ["’Twas the same bell.", "Q"],
    ] as const) {
      const meetings = map.meetings.map((each) => ({ ...each, quote }));
      const { unmount } = await openMap({ meetings });
      expect(screen.getByText(quote).tagName).to.equal(tag);
      unmount();
    }
  });

  it("says how many mentions it leaves out, and what to write while there are none", async () => {
    const { unmount } = await openMap({ meetingTotal: 900 });
    expect(words()).to.contain("These are the latest 1 of 900 mentions.");
    expect(words()).to.contain("The map shows only the 2 drifters of the latest mentions.");
    unmount();
    await openMap({ tokens: [], meetings: [], meetingTotal: 0 });
    expect(words()).to.contain("No story mentions another drifter yet.");
    expect(screen.queryByRole("navigation")).to.equal(null);
  });
});

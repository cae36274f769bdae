import { mock } from "node:test";
import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { voice } from "../../../web/src/page/voice.ts";
import { countDown, galleryOf, stubCatalogue } from "../../support/web/catalogueResponses.ts";
import {
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { default: GalleryPage } = await import("../../../web/src/gallery/GalleryPage.tsx");

async function openGallery(path = "/drifters") {
  const opened = renderComponent(<GalleryPage />, { path });
  await settle();
  return opened;
}

const facets = () => [...document.querySelectorAll(".facet")].map(words);
const shown = () => [...document.querySelectorAll(".token-grid li a")].map(words);

describe("Gallery", () => {
  it("shows each drifter's number, name and story mark, and the number of drifters", async () => {
    stubCatalogue(() => galleryOf([12, 7], { total: 1_234 }));
    await openGallery();
    screen.getByRole("heading", { name: "1,234 drifters" });
    expect(document.querySelector("search")?.getAttribute("aria-label")).to.equal("Drifters");
    expect(shown()).to.deep.equal(["Drifter #12Name 12Story", "Drifter #7Name 7"]);
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).to.deep.equal([
      "/drifter/12",
      "/drifter/7",
    ]);
  });

  it("appends drifters with Show more, updates the URL, and focuses the first new drifter", async () => {
    const requested = stubCatalogue(({ searchParams }) =>
      searchParams.get("cursor") === "c60"
        ? galleryOf([1], { total: 61 })
        : galleryOf(countDown(61, 2), { total: 61, next: "c60" }),
    );
    const { follow, address } = await openGallery("/drifters?order=number");
    const more = screen.getByRole("link", { name: "Show more" });
    expect(more.getAttribute("href")).to.equal("/drifters?order=number&cursor=c60");
    await follow("Show more");
    await waitFor(() => expect(document.activeElement?.textContent).to.equal("Drifter #1Name 1"));
    expect(requested).to.deep.equal([
      "/api/tokens?order=number",
      "/api/tokens?order=number&cursor=c60",
    ]);
    expect(address()).to.equal("POP /drifters?order=number");
    expect(screen.queryByRole("link", { name: "Show more" })).to.equal(null);
  });

  it("links from a later page to the first page with the same filters", async () => {
    stubCatalogue(({ search }) => galleryOf([search.includes("cursor") ? 1 : 61], { total: 61 }));
    const { follow, address } = await openGallery("/drifters?order=number&cursor=c60");
    await follow("Back to the first drifters");
    expect(address()).to.equal("PUSH /drifters?order=number");
    await waitFor(() => expect(shown()).to.deep.equal(["Drifter #61Name 61"]));
  });

  it("retains its drifters and offers Show more again after a failed request", async () => {
    mock.method(console, "error", () => {});
    stubCatalogue(({ search }) => (search ? undefined : galleryOf([2], { next: "c1" })));
    const { follow } = await openGallery();
    await follow("Show more");
    await screen.findByText("Couldn't load more. Try again.");
    expect(shown()).to.have.length(1);
    screen.getByRole("link", { name: "Show more" });
  });

  it("applies a filter immediately, saves it in the URL, and undoes it with the browser's Back", async () => {
    const requested = stubCatalogue(() => galleryOf([12, 7]));
    const { user, address, goBack } = await openGallery("/drifters?query=salt");
    await user.click(screen.getByRole("checkbox", { name: "Cowl 3", hidden: true }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Stories" }), "true");
    const filtered = "?trait=Helm%3ACowl&hasStory=true&query=salt";
    expect(address()).to.equal(`PUSH /drifters${filtered}`);
    await settle();
    expect(requested.at(-1)).to.equal(`/api/tokens${filtered}`);
    await goBack();
    expect(address()).to.equal("POP /drifters?trait=Helm%3ACowl&query=salt");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Stories" }).value).to.equal("");
  });

  it("searches while a person types, with a single browser history entry", async () => {
    stubCatalogue(() => galleryOf([12]));
    const { user, address, goBack } = await openGallery();
    const field = screen.getByRole("searchbox", { name: "Search" });
    await user.type(field, "salt");
    await waitFor(() => expect(address()).to.equal("PUSH /drifters?query=salt"));
    await user.type(field, " flats ");
    await waitFor(() => expect(address()).to.equal("REPLACE /drifters?query=salt+flats"));
    await goBack();
    expect([address(), (field as HTMLInputElement).value]).to.deep.equal(["POP /drifters", ""]);
  });

  it("shows match counts for traits and stories, and lists selected values without matches first", async () => {
    stubCatalogue(() => galleryOf([12, 7]));
    await openGallery("/drifters?trait=Helm%3AHood&trait=Sky%3ABlack+Sun");
    expect(facets()).to.deep.equal(["PhaseFirst Dust 2", "HelmHood 0Cowl 3", "SkyBlack Sun 0"]);
    const chosen = screen.getAllByRole("checkbox", { hidden: true, checked: true });
    expect(chosen.map((box) => box.getAttribute("value"))).to.deep.equal([
      ...["Helm:Hood", "Sky:Black Sun"],
    ]);
    const { options } = screen.getByRole<HTMLSelectElement>("combobox", { name: "Stories" });
    expect([...options].map(words)).to.deep.equal([
      ...["All (3)", "With a story (1)", "Without a story (2)"],
    ]);
  });

  for (const [code, text] of [
    [
      "request.invalid_parameter",
      /doesn't have one of these phases or traits\. ?Show all drifters$/,
    ],
    ["server.internal", /^The drifters failed to load\. ?Try again$/],
  ] as const) {
    it(`explains what to do when the service returns ${code}`, async () => {
      mock.method(console, "error", () => {});
      stubResponses(async () => Response.json({ code }, { status: 400 }));
      await openGallery("/drifters?trait=Helm%3AHood");
      expect(words(screen.getByRole("alert"))).to.match(text);
    });
  }

  it("offers phases only if no trait covers them all, or if a phase is selected", async () => {
    const phases = [{ phase: "First Dust", count: 1 }];
    const facetsWith = (type: string, value: string) => {
      const traits = [{ type, values: [{ value, count: 1 }] }];
      stubCatalogue(() =>
        galleryOf([12], { facets: { phases, traits, stories: { with: 0, without: 1 } } }),
      );
    };
    facetsWith("Helm", "Cowl");
    const { unmount } = await openGallery();
    expect(facets()).to.deep.equal(["PhaseFirst Dust 1", "HelmCowl 1"]);
    unmount();
    facetsWith("Arrival", "First Dust");
    const again = await openGallery();
    expect(facets()).to.deep.equal(["ArrivalFirst Dust 1"]);
    again.unmount();
    await openGallery("/drifters?phase=First+Dust");
    expect(facets()).to.deep.equal(["PhaseFirst Dust 1", "ArrivalFirst Dust 1"]);
  });

  it("removes a filter with its link, and focuses the number of drifters", async () => {
    stubCatalogue(() => galleryOf([12]));
    const { follow, address } = await openGallery("/drifters?trait=Helm%3ACowl&phase=First+Dust");
    const list = screen.getByRole("list", { name: "Filters" });
    expect(within(list).getAllByRole("link").map(words)).to.deep.equal([
      "Phase: First Dust ×",
      "Helm: Cowl ×",
      "Clear all",
    ]);
    await follow("Remove Helm: Cowl");
    expect(address()).to.equal("PUSH /drifters?phase=First+Dust");
    expect(within(list).getAllByRole("link").map(words)).to.deep.equal(["Phase: First Dust ×"]);
    expect(document.activeElement?.textContent).to.equal("1 drifter");
  });

  it("links to all drifters, in the same order, when nothing matches", async () => {
    stubCatalogue(() => galleryOf([], { total: 0 }));
    const { follow, address } = await openGallery(
      "/drifters?trait=Helm%3AHood&query=salt&order=number",
    );
    screen.getByText("No drifter matches all of these filters. Remove one of them.");
    await follow("Clear all");
    expect(address()).to.equal("PUSH /drifters?order=number");
    expect(words(document.querySelector(".empty-state") ?? undefined)).to.equal(voice.noTokens);
  });
});

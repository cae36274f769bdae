import { mock } from "node:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import type { StoryPage } from "#protocol/wire/responses";
import { voice } from "../../../web/src/page/voice.ts";
import { stubCatalogue } from "../../support/web/catalogueResponses.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { renderComponent, settle, words } from "../../support/web/renderComponent.tsx";

const { default: StoriesPage } = await import("../../../web/src/stories/StoriesPage.tsx");

const pageOf = (drifterIds: readonly number[], next: string | null = null): StoryPage => ({
  stories: drifterIds.map((id) => ({
    drifterId: String(id),
    name: `Name ${id}`,
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: "2026-11-03T10:00:00.000Z",
    revision: 1,
    title: "The lamp",
    excerpt: [
      { text: "She kept one ", isMatch: false },
      { text: "lamp", isMatch: true },
      { text: " lit.", isMatch: false },
    ],
  })),
  next,
});

async function openStories(path = "/stories") {
  const opened = renderComponent(<StoriesPage />, { path });
  await settle();
  return opened;
}

describe("StoriesPage", () => {
  it("shows drifter, title, author, day and the passage with the matching words", async () => {
    const requested = stubCatalogue(() => pageOf([7]));
    await openStories("/stories?query=lamp");
    expect(requested).to.deep.equal(["/api/narrative?limit=20&query=lamp"]);
    expect(words(screen.getByRole("article"))).to.equal(
      "Drifter #7 Name 7The lampShe kept one lamp lit.Nov 3, 2026 by 0x3C44…93BC",
    );
    expect(document.querySelector("mark")?.textContent).to.equal("lamp");
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).to.deep.equal([
      "/stories/map",
      "/drifter/7",
      "/owner/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    ]);
  });

  it("shows an author's name, with its note, and links it to the address", async () => {
    const page = pageOf([7]);
    const authorName = { name: "правда.eth", note: "Cyrillic" };
    stubCatalogue(() => ({
      ...page,
      stories: page.stories.map((each) => ({ ...each, authorName })),
    }));
    await openStories();
    const link = screen.getByRole("link", { name: "правда.eth (Cyrillic)" });
    expect([link.getAttribute("href"), link.title]).to.deep.equal([
      "/owner/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
      "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    ]);
    expect(link.querySelector("bdi")?.textContent).to.equal("правда.eth");
  });

  it("searches while the user types", async () => {
    const requested = stubCatalogue(() => pageOf([7]));
    const { user, address } = await openStories();
    await user.click(screen.getByRole("searchbox", { name: "Search" }));
    await user.paste("salt road");
    await waitFor(() => expect(address()).to.equal("PUSH /stories?query=salt+road"));
    await waitFor(() =>
      expect(requested).to.deep.equal([
        "/api/narrative?limit=20",
        "/api/narrative?limit=20&query=salt+road",
      ]),
    );
    await settle();
  });

  describe("without a pause in typing", () => {
    beforeEach(() => {
      const { setTimeout } = globalThis;
      mock.method(globalThis, "setTimeout", (work: () => void) => setTimeout(work));
    });

    async function openSearch() {
      stubCatalogue(() => pageOf([7]));
      const opened = await openStories();
      const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
      const type = (value: string) => fireEvent.change(field, { target: { value } });
      return { ...opened, field, type };
    }

    it("retains letters typed before a search renders, and searches for them", async () => {
      const { address, goBack, field, type } = await openSearch();
      type("san");
      act(() => {
        fireEvent.submit(field);
        type("sand");
      });
      expect([address(), field.value]).to.deep.equal(["PUSH /stories?query=san", "sand"]);
      await settle();
      expect([address(), field.value]).to.deep.equal(["PUSH /stories?query=sand", "sand"]);
      await goBack();
      expect([address(), field.value]).to.deep.equal(["POP /stories?query=san", "san"]);
      await settle();
    });

    it("searches only for composed input-method text", async () => {
      const { address, field, type } = await openSearch();
      fireEvent.compositionStart(field);
      for (const value of ["s", "さ", "さb", "さば"]) {
        type(value);
        await settle();
      }
      expect(address()).to.equal("POP /stories");
      fireEvent.compositionEnd(field);
      await settle();
      expect(address()).to.equal("PUSH /stories?query=%E3%81%95%E3%81%B0");
    });
  });

  it("appends results on Show more, which links to the next page", async () => {
    const requested = stubCatalogue(({ searchParams }) =>
      searchParams.get("cursor") ? pageOf([5]) : pageOf([8, 7], "c2"),
    );
    const { follow } = await openStories("/stories?query=lamp");
    const more = screen.getByRole("link", { name: "Show more" });
    expect(more.getAttribute("href")).to.equal("/stories?query=lamp&cursor=c2");
    await follow("Show more");
    await waitFor(() => expect(document.activeElement?.textContent).to.equal("Drifter #5 Name 5"));
    expect(requested.at(-1)).to.equal("/api/narrative?limit=20&query=lamp&cursor=c2");
    expect(screen.getAllByRole("article")).to.have.length(3);
    expect(screen.queryByRole("link", { name: "Show more" })).to.equal(null);
  });

  it("lists one author's stories, and links to the author and to all stories", async () => {
    const requested = stubCatalogue(() => pageOf([8, 7], "c2"));
    const author = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
    await openStories(`/stories?author=${author}`);
    expect(requested).to.deep.equal([`/api/narrative?limit=20&author=${author}`]);
    expect(words()).to.include("By 0x3c44…93bc. Show all stories");
    const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs.slice(0, 3)).to.deep.equal(["/stories/map", `/owner/${author}`, "/stories"]);
    expect(hrefs.at(-1)).to.equal(`/stories?author=${author}&cursor=c2`);
  });

  it("links from a later page to the first page of the same search", async () => {
    stubCatalogue(() => pageOf([5]));
    await openStories("/stories?query=lamp&cursor=c2");
    const first = screen.getByRole("link", { name: "Back to the first stories" });
    expect(first.getAttribute("href")).to.equal("/stories?query=lamp");
  });

  it("links to the e-book if the operator offers one", async () => {
    stubCatalogue(() => pageOf([7]));
    const { unmount } = await openStories();
    expect(screen.queryByRole("link", { name: "EPUB" })).to.equal(null);
    unmount();
    Object.assign(pageSettings, { epubUrl: "https://site.example/stories.epub" });
    try {
      await openStories();
    } finally {
      Reflect.deleteProperty(pageSettings, "epubUrl");
    }
    const link = screen.getByRole("link", { name: "EPUB" });
    expect(link.getAttribute("href")).to.equal("https://site.example/stories.epub");
  });

  it("shows a message when no story exists or matches", async () => {
    stubCatalogue(() => pageOf([]));
    await openStories("/stories?query=zebra");
    expect(words()).to.include("No story contains all of these words: “zebra”. Show all stories");
    expect(screen.getAllByRole("status").map(words).join()).to.include("No story contains all");
    document.body.replaceChildren();
    await openStories();
    expect(words()).to.include(voice.noStories);
  });
});

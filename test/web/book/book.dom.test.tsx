import { mock } from "node:test";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent } from "@testing-library/react";
import { expect } from "chai";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import type { Address } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import type { BookPage, BookVersion } from "#protocol/wire/bookMarkup";
import { type SearchedStory, searchDataFunction } from "#protocol/wire/bookSearch";
import { showSearch } from "../../../web/src/book/showSearch.ts";
import { readMarkup } from "../../support/readMarkup.ts";
import { createQueryClient, settle, words } from "../../support/web/renderComponent.tsx";

const { BookDocument } = await import("../../../web/src/book/BookDocument.tsx");
const { preloadStory } = await import("../../../web/src/narrative/Story.tsx");

const files = { styles: ["assets/a.css"], search: "assets/book.js", icon: "favicon.svg" };
const one = "0x1000000000000000000000000000000000000001";
const two = "0x2000000000000000000000000000000000000002";

function markupOf(page: BookPage): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <BookDocument page={page} files={files} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const mainOf = (html: string) => /<main>(.*)<\/main>/s.exec(html)?.[1] ?? "";

const story = (drifterId: string, name?: string) => ({
  ...({ drifterId, author: two, revision: 1, savedAt: "2026-01-02T00:00:00.000Z" } as const),
  ...(name && { name }),
  excerpt: [{ text: `Tale ${drifterId}.`, isMatch: false }],
});

describe("book page", () => {
  before(() => preloadStory());

  const version = (revision: number, author: Address, isStory = true): BookVersion => {
    return { revision, author, isStory, savedAt: `2026-05-0${revision}T10:00:00.000Z` };
  };
  const versions = [version(4, two), version(3, one, false), version(2, one), version(1, two)];
  const token = { drifterId: "7", metadata: undefined, narrative: "Dry.", versions };
  const removed = [version(2, two, false), version(1, one)];
  const checkpoint = { format: "fringe-drifters-checkpoint", version: 1, root: "0xab" } as const;
  const counted = { tokens: 1_200, revisions: 3_400, savedAt: "2026-05-04T23:00:00.000Z" };
  const stories = [story("8", "Ilse"), story("9")];
  const history =
    "[Revision 4](/drifter/7) (current)0x2000…0002 · May 4, 2026Revision 3 Story removed.0x1000…0001 · May 3, 2026[Revision 2](/drifter/7/2)0x1000…0001 · May 2, 2026[Revision 1](/drifter/7/1)0x2000…0002 · May 1, 2026";
  const search =
    "newest first. [Atom feed](/feed.atom)SearchWords from a story, a name or a number";
  const by = `by [0x2000…0002](/owner/${two})`;
  const tale = `[Drifter #8 Ilse](/drifter/8)Tale 8.Jan 2, 2026 ${by}`;
  /** Returns each page's title and text, with links in Markdown syntax. */
  const cases: Record<string, [page: BookPage, title: string, text: string]> = {
    "the only part": [
      { kind: "stories", part: 1, parts: 1, total: 2, stories },
      "",
      `Stories2 stories, ${search}${tale}[Drifter #9](/drifter/9)Tale 9.Jan 2, 2026 ${by}`,
    ],
    "a part between others": [
      { kind: "stories", part: 2, parts: 4, total: 1_700, stories },
      "Stories, part 2",
      `Stories, part 2 of 41,700 stories, ${search}${tale}[Drifter #9](/drifter/9)Tale 9.Jan 2, 2026 ${by}[Newer stories](/)Part 2 of 4[Older stories](/stories/3)`,
    ],
    "the last part": [
      { kind: "stories", part: 4, parts: 4, total: 1, stories: [] },
      "Stories, part 4",
      `Stories, part 4 of 41 story, ${search}This book has no story.[Newer stories](/stories/3)Part 4 of 4`,
    ],
    "a token": [
      { ...token, kind: "token" },
      "Drifter #7",
      `Drifter #7Dry.Written ${by}, May 4, 2026${history}`,
    ],
    "an earlier version": [
      { ...token, kind: "version", revision: 2 },
      "Drifter #7, revision 2",
      `Drifter #7This is an earlier version, revision 2. [Current version](/drifter/7)Dry.Written by [0x1000…0001](/owner/${one}), May 2, 2026${history}`,
    ],
    "a removed story": [
      { ...token, kind: "token", narrative: "", versions: removed },
      "Drifter #7",
      `Drifter #7Story removed ${by}, May 2, 2026[Revision 2](/drifter/7) Story removed.0x2000…0002 · May 2, 2026[Revision 1](/drifter/7/1)0x1000…0001 · May 1, 2026`,
    ],
    "a wallet without stories": [
      { kind: "owner", owner: one, stories: [] },
      "Stories by 0x1000…0001",
      `Stories by 0x1000…0001${one}No current story in this book was written by this wallet.`,
    ],
    "a writer": [
      { kind: "owner", owner: two, stories: stories.slice(0, 1) },
      "Stories by 0x2000…0002",
      `Stories by 0x2000…0002${two}${tale}`,
    ],
    "the book": [
      { kind: "about", checkpoint: { ...checkpoint, ...counted }, removed: ["5", "6"] },
      "About this book",
      "Signed revisions[stories.jsonl](/stories.jsonl): 3,400 of 1,200 drifters, the newest of May 4, 2026For verifiers: Merkle root of all signed revisions0xabCheck the signed revisions, or restore a server from themnpm run verify -- BOOKnpm run stories -- import BOOKLicenses of the book's code and fonts[third-party-notices.txt](/third-party-notices.txt)Drifters whose story was removed[5](/drifter/5), [6](/drifter/6)",
    ],
  };
  for (const [what, [page, title, text]] of Object.entries(cases)) {
    it(`shows title, text and links for ${what}`, () => {
      const html = markupOf(page);
      const whole = title === "" ? collectionConfig.name : `${title} · ${collectionConfig.name}`;
      expect(
        readMarkup(html)
          .all("title")
          .map((element) => element.text),
      ).to.deep.equal([whole]);
      const withLinks = html.replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, "[$2]($1)");
      expect(readMarkup(mainOf(withLinks)).words.slice(-text.length)).to.equal(text);
    });
  }
});

describe("book search", () => {
  const stories: SearchedStory[] = Array.from({ length: 102 }, (_, index) => {
    return [`${index + 1}`, index === 0 ? "Ilse" : "", index === 0 ? 1 : 0, ` tale ${index + 1} `];
  });
  let loads = 0;
  afterEach(() => document.body.replaceChildren());

  /** Renders the search with text that was typed before its script loaded. */
  function open(typed: string) {
    document.body.innerHTML = mainOf(
      markupOf({
        kind: "stories",
        part: 1,
        parts: 2,
        total: 60,
        stories: [],
      }),
    );
    const searchForm = document.querySelector("search");
    const input = searchForm?.querySelector("input");
    const parts = [...document.querySelectorAll<HTMLElement>("[data-stories], .book-parts")];
    if (!searchForm || !input) throw new Error("There is no search.");
    input.value = typed;
    mock.method(document.head, "append", (script: HTMLScriptElement) => {
      loads += 1;
      expect(script.src).to.equal("file:///a%20book/search.js");
      if (loads > 1) Reflect.get(globalThis, searchDataFunction)(stories);
      script.dispatchEvent(new Event("load"));
    });
    showSearch(document, new URL("file:///a%20book/"));
    return {
      input,
      async search(query: string) {
        input.value = query;
        await settle(() => fireEvent.submit(searchForm.querySelector("form") as HTMLFormElement));
      },
      found: () => [...searchForm.querySelectorAll("li")].map((item) => item.innerHTML),
      state: () => [
        words(searchForm.querySelector("[role=status]") as Element),
        ...parts.map(({ hidden }) => hidden),
      ],
    };
  }

  it("searches all stories for text typed before its script loaded", async () => {
    const { search, found, state } = open("tale");
    await settle();
    const missing = "The search failed to load. Check that the book is complete.";
    expect([loads, ...state()]).to.deep.equal([1, missing, true, true]);
    await search("tale ");
    expect([loads, ...state()]).to.deep.equal([2, "102 stories; the first 100:", true, true]);
    const [first = "", second = ""] = found();
    expect(found()).to.have.length(100);
    const portrait =
      '<img src="file:///a%20book/drifters/images/1.jpg" alt="" width="400" height="400" loading="lazy">';
    const item = (id: number, image: string, name: string) =>
      `<article class="excerpt"><span class="portrait">${image}</span><div class="stack"><h2><a href="file:///a%20book/drifter/${id}.html"><span class="excerpt__id">Drifter #${id}</span> <bdi>${name}</bdi></a></h2></div></article>`;
    expect(first).to.equal(item(1, portrait, "Ilse"));
    expect(second).to.equal(item(2, "", ""));
    await search("102");
    expect([loads, ...state()]).to.deep.equal([2, "1 story:", true, true]);
    await search("nothing");
    expect([...state(), found()]).to.deep.equal([
      "No story contains all of these words.",
      true,
      true,
      [],
    ]);
    await search(" ");
    expect(state()).to.deep.equal(["", false, false]);
  });

  it("searches only for composed input-method text", async () => {
    const { setTimeout } = globalThis;
    mock.method(globalThis, "setTimeout", (work: () => void) => setTimeout(work));
    const { input, state } = open("");
    await settle(() => fireEvent.input(input, { target: { value: "さb" }, isComposing: true }));
    expect(state()).to.deep.equal(["", false, false]);
    await settle(() => fireEvent.compositionEnd(input, { target: { value: "さば" } }));
    expect(state().slice(1)).to.deep.equal([true, true]);
  });
});

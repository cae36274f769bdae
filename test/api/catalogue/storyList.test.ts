import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeListItem } from "#protocol/wire/responses";
import { createStoryList } from "../../../api/src/catalogue/storyList.ts";
import type { MintedRanges } from "../../../api/src/chain/mintedRanges.ts";
import type { StoryHit } from "../../../api/src/search/storySearch.ts";
import { account } from "../../support/api/apiFixture.ts";
import { idsOf, metadataOf, noNames, rangesOf } from "../../support/api/catalogueFixture.ts";
import { storiesOf } from "../../support/storiesOf.ts";

const { address: author } = account(2);

/** Returns a story saved this many seconds into the year. */
function storyAt(second: number, drifterId: string): NarrativeListItem {
  const savedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return { drifterId, author, savedAt, revision: 1 };
}

function hitOf(drifterId: string): StoryHit {
  return { drifterId, excerpt: [{ text: `Of ${drifterId}.`, isMatch: false }], readingMinutes: 1 };
}

describe("createStoryList", () => {
  let list: readonly NarrativeListItem[];
  let ranges: MintedRanges | undefined;
  let ranked: readonly string[];
  let searches: unknown[];
  let known: string[];
  beforeEach(() => {
    // Latest first; 3 and 2 have the same save time.
    list = [
      storyAt(50, "5"),
      storyAt(40, "4"),
      storyAt(20, "3"),
      storyAt(20, "2"),
      storyAt(10, "1"),
    ];
    ranges = rangesOf({ Ember: [1, 100] });
    ranked = [];
    searches = [];
    known = [];
  });
  const metadata = metadataOf({ 4: { name: "Mara" } });
  const page = createStoryList({
    store: { stories: async () => storiesOf(list) },
    search: {
      async search(terms, offset, limit) {
        searches.push([terms.flatMap(({ words }) => words).join(" "), offset, limit]);
        return ranked.slice(0, limit).map(hitOf);
      },
      beginnings: async (ids) =>
        new Map(ids.filter((id) => id !== "2").map((id) => [id, hitOf(id)])),
    },
    metadata: {
      ...metadata,
      async know(items) {
        await setImmediate();
        known.push(...items.map(({ drifterId }) => drifterId));
      },
      of: (id) => (known.includes(id) ? metadata.of(id) : undefined),
    },
    minted: { current: async () => ranges },
    names: noNames,
  });

  it("returns the name and opening of every visible story across all pages", async () => {
    ranges = rangesOf({ Ash: [1, 4], Ember: [5, 6] });
    const first = await page({ limit: 2 });
    expect(first).to.deep.equal({
      stories: [
        { ...storyAt(50, "5"), ...hitOf("5") },
        { ...storyAt(20, "3"), ...hitOf("3") },
      ],
      next: `at-${Date.UTC(2026, 0, 1, 0, 0, 20)}-3`,
    });
    const last = await page({ limit: 2, cursor: String(first.next) });
    expect(idsOf(last.stories)).to.equal("2 1");
    expect(last.next).to.equal(null);
    ranges = undefined;
    const [, named] = (await page({ limit: 2 })).stories;
    expect(named).to.deep.include({ drifterId: "4", name: "Mara" });
  });

  it("requests one more search result than a page shows, and continues by rank up to 10,000", async () => {
    ranked = ["2", "4", "1"];
    const first = await page({ limit: 2, query: "dust storm" });
    expect(first).to.deep.equal({
      stories: [
        { ...storyAt(20, "2"), ...hitOf("2") },
        { ...storyAt(40, "4"), name: "Mara", ...hitOf("4") },
      ],
      next: "rank-2",
    });
    ranked = ["1"];
    const last = await page({ limit: 2, query: "dust storm", cursor: "rank-2" });
    expect([idsOf(last.stories), last.next]).to.deep.equal(["1", null]);
    ranked = ["2", "4", "1"];
    const end = await page({ limit: 2, query: "dust storm", cursor: "rank-9998" });
    expect([idsOf(end.stories), end.next]).to.deep.equal(["2 4", null]);
    expect(searches.map(String)).to.deep.equal([
      ...["dust storm,0,3", "dust storm,2,3", "dust storm,9998,3"],
    ]);
  });

  it("continues with older stories after a page's last story is changed or removed", async () => {
    const { next } = await page({ limit: 2 });
    const cursor = String(next);
    list = [storyAt(60, "4"), ...list.filter(({ drifterId }) => drifterId !== "4")];
    expect(idsOf((await page({ limit: 5, cursor })).stories)).to.equal("3 2 1");
    list = list.slice(0, 2);
    expect(await page({ limit: 5, cursor })).to.deep.equal({ stories: [], next: null });
  });

  it("omits stories of drifters unminted by a reorganization, but shows all while mints are unknown", async () => {
    ranked = ["2", "9", "4"];
    ranges = rangesOf({ Ember: [3, 6] });
    expect(idsOf((await page({ limit: 5 })).stories)).to.equal("5 4 3");
    expect(idsOf((await page({ limit: 5, query: "ember" })).stories)).to.equal("4");
    ranges = undefined;
    expect(idsOf((await page({ limit: 5 })).stories)).to.equal("5 4 3 2 1");
    expect(idsOf((await page({ limit: 5, query: "ember" })).stories)).to.equal("2 4");
  });
});

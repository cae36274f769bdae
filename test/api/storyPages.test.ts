import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeListItem } from "#protocol/narrative";
import { ParameterError } from "#protocol/parameters";
import type { MintedRanges } from "../../api/src/minted/mintedRanges.ts";
import type { StoryHit } from "../../api/src/search/searchIndex.ts";
import { createStoryPages } from "../../api/src/search/storyPages.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { account } from "./apiFixture.ts";
import { idsOf, metadataOf, rangesOf } from "./catalogueFixture.ts";

const { address: author } = account(2);

/** A story that was saved at this second of the year. */
function storyAt(second: number, drifterId: string): NarrativeListItem {
  const savedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return { drifterId, author, savedAt, revision: 1 };
}

function hitOf(drifterId: string): StoryHit {
  return { drifterId, revision: 1, excerpt: [{ text: `Of ${drifterId}.`, isMatch: false }] };
}

describe("createStoryPages", () => {
  let list: readonly NarrativeListItem[];
  let ranges: MintedRanges | undefined;
  let ranked: readonly string[];
  let searches: unknown[];
  let known: string[];
  beforeEach(() => {
    // Newest first; 3 and 2 were saved at the same time.
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
  const page = createStoryPages({
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
  });

  it("lists stories with name, and beginning unless there is none, once their metadata is read", async () => {
    const { stories } = await page({ limit: 5 });
    expect(stories[1]).to.deep.equal({ ...list[1], name: "Mara", excerpt: hitOf("4").excerpt });
    expect(stories[3]).to.deep.equal({ ...list[3], excerpt: [] });
    expect(known.join(" ")).to.equal("5 4 3 2 1");
  });

  it("continues after the last story of a page, also among stories of the same time", async () => {
    for (const [limit, pages] of [
      [3, ["5 4 3", "2 1"]],
      [4, ["5 4 3 2", "1"]],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const { stories, next } = await page({ limit, ...(cursor !== undefined && { cursor }) });
        seen.push(idsOf(stories));
        cursor = next;
      }
      expect(seen).to.deep.equal(pages);
    }
    expect((await page({ limit: 5 })).next).to.equal(null);
  });

  it("continues with the older stories when the last one of a page was changed or removed", async () => {
    const { next } = await page({ limit: 2 });
    const cursor = String(next);
    list = [storyAt(60, "4"), ...list.filter(({ drifterId }) => drifterId !== "4")];
    expect(idsOf((await page({ limit: 5, cursor })).stories)).to.equal("3 2 1");
    list = list.slice(0, 2);
    expect(await page({ limit: 5, cursor })).to.deep.equal({ stories: [], next: null });
  });

  it("leaves out the stories of drifters that a reorganisation unminted, and shows all while that is unknown", async () => {
    ranked = ["2", "9", "4"];
    ranges = rangesOf({ Ember: [3, 6] });
    expect(idsOf((await page({ limit: 5 })).stories)).to.equal("5 4 3");
    expect(idsOf((await page({ limit: 5, query: "ember" })).stories)).to.equal("4");
    ranges = undefined;
    expect(idsOf((await page({ limit: 5 })).stories)).to.equal("5 4 3 2 1");
    expect(idsOf((await page({ limit: 5, query: "ember" })).stories)).to.equal("2 4");
  });

  it("asks only of the stories of a page and the next one whether their drifters are minted", async () => {
    const checked: string[] = [];
    const { has, ...others } = rangesOf({ Ember: [1, 100] });
    ranges = {
      ...others,
      has(drifterId) {
        checked.push(drifterId);
        return has(drifterId);
      },
    };
    await page({ limit: 1 });
    expect(checked).to.deep.equal(["5", "4"]);
  });

  it("ranks the stories that a query finds from the cursor's place on, up to 10,000", async () => {
    ranked = ["4", "5", "1"];
    expect(await page({ limit: 2, query: "ember" })).to.deep.equal({
      stories: [
        { ...list[1], name: "Mara", excerpt: hitOf("4").excerpt },
        { ...list[0], excerpt: hitOf("5").excerpt },
      ],
      next: "rank-2",
    });
    expect((await page({ limit: 3, query: "ember", cursor: "rank-2" })).next).to.equal(null);
    const last = async (cursor: string) => (await page({ limit: 2, query: "a", cursor })).next;
    expect(await last("rank-9997")).to.equal("rank-9999");
    expect(await last("rank-9998")).to.equal(null);
    expect(await page({ limit: 2, query: "!" })).to.deep.equal({ stories: [], next: null });
    expect(searches).to.deep.equal([
      ["ember", 0, 3],
      ["ember", 2, 4],
      ["a", 9_997, 3],
      ["a", 9_998, 3],
    ]);
  });

  for (const [request, cursors] of [
    [{}, ["at-1", "at-1-", "at-x-1", "xat-1-1", "at-1-1x", "at-1234567890123456-1", "rank-1"]],
    [{ query: "ember" }, ["rank-0", "rank-01", "rank-10000", "rank-", "xrank-1", "rank-1x"]],
  ] as const) {
    it(`refuses broken cursors ${"query" in request ? "with" : "without"} a query`, async () => {
      for (const cursor of cursors) {
        const error = await page({ ...request, limit: 1, cursor }).catch((error) => error);
        expect(error, cursor).to.be.instanceOf(ParameterError);
        expect(error).to.have.property("parameter", "cursor");
      }
    });
  }
});

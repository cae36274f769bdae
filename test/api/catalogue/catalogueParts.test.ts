import { expect } from "chai";
import { zeroAddress } from "viem";
import { parseTokenPageRequest, type TokenFilters } from "#protocol/catalogue";
import type { CatalogueEntry, CatalogueView } from "../../../api/src/catalogue/catalogue.ts";
import { createTokenList, filterTokens } from "../../../api/src/catalogue/tokenList.ts";
import { idsOf, phases, six, viewOf } from "../../support/api/catalogueFixture.ts";
import { storiesOf } from "../../support/storiesOf.ts";

describe("filterDrifters", () => {
  const hasStory = ({ number }: CatalogueEntry) => number < 3;
  const filter = async (given: Partial<TokenFilters>, isFound = (_: CatalogueEntry) => true) => {
    const selection = { traits: [], phases: [], ...given };
    return filterTokens(await viewOf(six, phases), selection, { hasStory, isFound });
  };
  const hat = (value: string) => ({ type: "Hat", value });
  const dusk = { type: "Sky", value: "Dusk" };

  it("matches any of several values of one trait or of several phases, and requires all other filters", async () => {
    const ids = async (given: Partial<TokenFilters>) => idsOf((await filter(given)).entries);
    expect(await ids({ traits: [hat("Cowl")] })).to.equal("1 3 10");
    expect(await ids({ traits: [hat("Cowl"), hat("Bare")] })).to.equal("1 2 3 10 11");
    expect(await ids({ traits: [hat("Cowl"), dusk] })).to.equal("1 10");
    expect(await ids({ phases: ["Gale"] })).to.equal("10 11 12");
    expect(await ids({ phases: ["Gale", "Ember"], hasStory: false })).to.equal("3 10 11 12");
    expect(await ids({ traits: [dusk], phases: ["Ember"], hasStory: true })).to.equal("1 2");
  });

  it("counts each filter's values among the drifters that match all other filters", async () => {
    const { facets } = await filter({ traits: [hat("Cowl")], phases: ["Ember"], hasStory: true });
    expect(facets).to.deep.equal({
      traits: [
        {
          type: "Hat",
          values: [
            { value: "Bare", count: 1 },
            { value: "Cowl", count: 1 },
          ],
        },
        { type: "Sky", values: [{ value: "Dusk", count: 1 }] },
      ],
      phases: [
        { phase: "Ember", count: 1 },
        { phase: "Gale", count: 0 },
      ],
      stories: { with: 1, without: 1 },
    });
  });
});

describe("createDrifterList", () => {
  let searches: number;
  let found: Set<string>;
  let fault: Error | undefined;
  let view: CatalogueView;
  let pageOf: ReturnType<typeof createTokenList>;
  const [revision, savedAt] = [1, "2026-01-01T00:00:00.000Z"];
  const stories = storiesOf([{ drifterId: "2", author: zeroAddress, savedAt, revision }]);
  beforeEach(async () => {
    searches = 0;
    found = new Set();
    view = await viewOf(six, phases);
    pageOf = createTokenList({
      catalogue: { view: async () => view },
      store: { stories: async () => stories },
      search: {
        async matching() {
          searches += 1;
          if (fault !== undefined) throw fault;
          return found;
        },
      },
    });
  });
  const read = (query: string, shown = view) => {
    view = shown;
    return pageOf(parseTokenPageRequest(new URLSearchParams(query)));
  };

  for (const [order, pages, later] of [
    ["newest", ["12 11", "10 3", "2 1"], "10 3"],
    ["number", ["1 2", "3 10", "11 12"], "3 10"],
  ] as const) {
    it(`continues by ${order} at the cursor, even after a mint`, async () => {
      const seen: string[] = [];
      let cursor = "";
      for (const _ of pages) {
        const { tokens, next } = await read(`order=${order}&limit=2${cursor}`);
        seen.push(idsOf(tokens));
        cursor = `&cursor=${next}`;
      }
      expect(seen).to.deep.equal(pages);
      expect(cursor).to.equal("&cursor=null");
      const { next } = await read(`order=${order}&limit=2`);
      const minted = await viewOf(six, { ...phases, Gale: [10, 14] });
      const page = await read(`order=${order}&limit=2&cursor=${next}`, minted);
      expect(idsOf(page.tokens)).to.equal(later);
    });
  }

  it("finds numbers by their first digits, and names and traits by word prefixes", async () => {
    const ids = async (query: string) =>
      idsOf((await read(`order=number&query=${encodeURIComponent(query)}`)).tokens);
    expect(await ids("1")).to.equal("1 10 11 12");
    expect(await ids("#12")).to.equal("12");
    expect(searches).to.equal(0);
    expect(await ids("dus")).to.equal("1 2 10");
    expect(await ids("Mara SALT")).to.equal("1");
    expect(await ids("ara")).to.equal("");
    const before = searches;
    expect(await ids("!")).to.equal("");
    expect(searches).to.equal(before);
    for (const none of ["12x", "x12", "Ilo Cowl"]) expect(await ids(none), none).to.equal("");
    found = new Set(["11"]);
    expect(await ids("cow")).to.equal("1 3 10 11");
    const named = await viewOf({ 1: { name: "No. 7" } }, { All: [1, 8] });
    expect(idsOf((await read("query=7&order=number", named)).tokens)).to.equal("1 7");
  });
});

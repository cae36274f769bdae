import { expect } from "chai";
import { maxNeighbors, parseTokenPageRequest, type TokenFilters } from "#protocol/wire/catalogue";
import type { CatalogueEntry, CatalogueView } from "../../../api/src/catalogue/catalogue.ts";
import { createNeighbors } from "../../../api/src/catalogue/neighbors.ts";
import { createCatalogueReads } from "../../../api/src/catalogue/reads.ts";
import { createTokenList, filterTokens } from "../../../api/src/catalogue/tokenList.ts";
import type { MintedRanges } from "../../../api/src/chain/mintedRanges.ts";
import { account } from "../../support/api/apiFixture.ts";
import {
  idsOf,
  metadataOf,
  noNames,
  phases,
  rangesOf,
  six,
  viewOf,
} from "../../support/api/catalogueFixture.ts";
import { storiesOf } from "../../support/storiesOf.ts";

const owner = account(2).address;
const revision = 4;
const savedAt = "2026-01-01T00:00:00.000Z";
const storyOf = (drifterId: string) => ({ drifterId, author: owner, savedAt, revision });

describe("createNeighbors", () => {
  const mentions: Record<string, string[]> = {
    3: ["12", "2"],
    12: [..."9".repeat(12), "10", ...Array(maxNeighbors).fill("11")],
  };
  let stories = ["2", "11"];
  const neighborsOf = createNeighbors({
    catalogue: { view: () => viewOf(six, phases) },
    store: { stories: async () => storiesOf(stories.map(storyOf)) },
    search: {
      mentionedIn: async (id) =>
        (mentions[id] ?? []).map((drifterId) => ({ drifterId, quote: `Met ${id}.` })),
      mentions: async (id) => (id === "3" ? ["12", "99", "1"] : []),
    },
    minted: { isMinted: async () => true },
    names: noNames,
  });

  it("prefers drifters with stories, in an order that never changes", async () => {
    const owned = async () => ({ owner, drifterIds: ["10", "3", "2", "99"] });
    const one = { drifterId: "1", name: "Mara of the Salt" };
    const ilo = { drifterId: "2", name: "Ilo" };
    const ten = { drifterId: "10", name: "Dusk Walker" };
    expect(await neighborsOf("3", owned)).to.deep.equal({
      previous: ilo,
      next: ten,
      withStory: { drifterId: "11", name: "Nim" },
      owner,
      sameOwner: [ilo, ten],
      samePhase: [ilo, one],
      mentionedIn: [
        { drifterId: "12", quote: "Met 3." },
        { ...ilo, quote: "Met 3." },
      ],
      mentions: [{ drifterId: "12" }, one],
      traits: [
        { trait: "Hat:Cowl", count: 3 },
        { trait: "Sky:Dawn", count: 2 },
      ],
    });
  });

  it("returns null for a missing drifter, story or owner", async () => {
    stories = ["12"];
    const nim = { drifterId: "11", name: "Nim" };
    expect(await neighborsOf("12", async () => null)).to.deep.include({
      next: null,
      owner: null,
      sameOwner: null,
      withStory: null,
      samePhase: [nim, { drifterId: "10", name: "Dusk Walker" }],
      mentionedIn: [
        { drifterId: "10", name: "Dusk Walker" },
        ...Array(maxNeighbors - 1).fill(nim),
      ].map((other) => ({ ...other, quote: "Met 12." })),
    });
    expect(await neighborsOf("1", async () => null)).to.deep.include({ previous: null });
  });
});

describe("ownerPage", () => {
  it("lists a wallet's drifters in chain order, and its stories about minted drifters", async () => {
    let ranges: MintedRanges | undefined = rangesOf(phases);
    let written = ["10", "2", "99"];
    let total = 5;
    const asked: string[] = [];
    const requests: unknown[] = [];
    const none = new URLSearchParams();
    // Safety: `ownerPage` does not use the search.
    const unused = {} as Parameters<typeof createCatalogueReads>[0]["search"];
    const { ownerPage } = createCatalogueReads({
      catalogue: { view: () => viewOf(six, phases) },
      metadata: metadataOf(six),
      store: { stories: async () => storiesOf(written.map(storyOf)) },
      search: unused,
      chain: {
        async readHoldings(_, request) {
          requests.push(request);
          return { blockNumber: 7n, total, drifterIds: ["12", "3", "10"], next: "9" };
        },
      },
      minted: { current: async () => ranges, isMinted: async () => true },
      names: {
        peek: () => undefined,
        of(address) {
          asked.push(address);
          return { name: "ash.eth" };
        },
      },
    });
    const page = await ownerPage(owner, new URLSearchParams({ cursor: "8", limit: "3" }));
    expect(requests).to.deep.equal([{ limit: 3, cursor: 8n }]);
    expect(page).to.deep.equal({
      owner,
      ownerName: { name: "ash.eth" },
      blockNumber: 7,
      total: 5,
      tokens: [
        { drifterId: "12", hasStory: false },
        { drifterId: "3", name: "Wren", hasStory: false },
        { drifterId: "10", name: "Dusk Walker", hasStory: true },
      ],
      next: "9",
      stories: [
        { drifterId: "10", name: "Dusk Walker", savedAt, revision },
        { drifterId: "2", name: "Ilo", savedAt, revision },
      ],
      storyTotal: 2,
    });
    ranges = undefined;
    expect(idsOf((await ownerPage(owner, none)).stories)).to.equal("10 2 99");
    written = Array.from({ length: 61 }, (_, index) => `${99 - index}`);
    const { stories, storyTotal } = await ownerPage(owner, none);
    expect([stories.length, stories[0]?.drifterId, storyTotal]).to.deep.equal([60, "99", 61]);
    // Nobody's wallet: anyone may ask for any address.
    written = [];
    total = 0;
    asked.length = 0;
    expect((await ownerPage(owner, none)).ownerName).to.equal(undefined);
    expect(asked).to.deep.equal([]);
  });
});

describe("filterDrifters", () => {
  const hasStory = ({ number }: CatalogueEntry) => number < 3;
  const filter = async (given: Partial<TokenFilters>, tokens: Record<number, object> = six) => {
    const selection = { traits: [], phases: [], ...given };
    return filterTokens(await viewOf(tokens, phases), selection, { hasStory, isFound: () => true });
  };
  const hat = (value: string) => ({ type: "Hat", value });
  const dusk = { type: "Sky", value: "Dusk" };

  it("combines values of one filter with OR and different filters with AND", async () => {
    const ids = async (given: Partial<TokenFilters>) => idsOf((await filter(given)).entries);
    expect(await ids({ traits: [hat("Cowl")] })).to.equal("1 3 10");
    expect(await ids({ traits: [hat("Cowl"), hat("Bare")] })).to.equal("1 2 3 10 11");
    expect(await ids({ traits: [hat("Cowl"), dusk] })).to.equal("1 10");
    expect(await ids({ phases: ["Gale"] })).to.equal("10 11 12");
    expect(await ids({ phases: ["Gale", "Ember"], hasStory: false })).to.equal("3 10 11 12");
    expect(await ids({ traits: [dusk], phases: ["Ember"], hasStory: true })).to.equal("1 2");
  });

  it("counts a filter's values among drifters that match all other filters", async () => {
    const [hats] = (await filter({})).facets.traits;
    expect(hats?.values.map(({ value, count }) => `${value} ${count}`)).to.deep.equal([
      "Cowl 3",
      "Bare 2",
    ]);
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
    const many = { 1: { traits: Array.from({ length: 102 }, (_, at) => `Hat:${at}`) } };
    const { traits } = (await filter({ traits: [hat("101")] }, many)).facets;
    expect(traits[0]?.values.slice(99).map(({ value }) => value)).to.deep.equal(["99", "101"]);
  });
});

describe("createDrifterList", () => {
  let searches: number;
  let found: Set<string>;
  let fault: Error | undefined;
  let view: CatalogueView;
  let pageOf: ReturnType<typeof createTokenList>;
  beforeEach(async () => {
    searches = 0;
    found = new Set();
    view = await viewOf(six, phases);
    pageOf = createTokenList({
      catalogue: { view: async () => view },
      store: { stories: async () => storiesOf([storyOf("2")]) },
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
    it(`continues at the cursor when ordered by ${order}, even after a mint`, async () => {
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

  it("matches numbers by leading digits, and names and traits by word prefix", async () => {
    const ids = async (query: string) => {
      const page = await read(`order=number&query=${encodeURIComponent(query)}`);
      expect(page.total).to.equal(page.tokens.length);
      return idsOf(page.tokens);
    };
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

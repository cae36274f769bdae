import { expect } from "chai";
import { zeroAddress } from "viem";
import { type DrifterFilters, parseDrifterPageRequest } from "#protocol/catalogue";
import { ParameterError } from "#protocol/parameters";
import {
  type CatalogueEntry,
  type CatalogueView,
  createCatalogue,
} from "../../api/src/catalogue/catalogue.ts";
import { createDrifterPages } from "../../api/src/catalogue/drifterPages.ts";
import { filterDrifters } from "../../api/src/catalogue/filterDrifters.ts";
import { type MintedRanges, unlimitedRanges } from "../../api/src/minted/mintedRanges.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { idsOf, metadataOf, phases, rangesOf, six, viewOf } from "./catalogueFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

describe("createCatalogue", () => {
  it("lists minted drifters by number with their phases, and the same object until something changes", async () => {
    let ranges: MintedRanges | undefined = rangesOf(phases);
    const catalogue = createCatalogue({
      minted: { current: async () => ranges },
      metadata: metadataOf(six),
    });
    const view = await catalogue.view();
    expect(idsOf(view.entries)).to.equal("1 2 3 10 11 12");
    expect(view.entries.map(({ phase }) => phase?.[0]).join("")).to.equal("EEEGGG");
    expect(view.phases).to.deep.equal(["Ember", "Gale"]);
    ranges = rangesOf(phases);
    expect(await catalogue.view()).to.equal(view);
    ranges = rangesOf({ Ember: [1, 3] });
    expect(idsOf((await catalogue.view()).entries)).to.equal("1 2");
  });

  it("lists all drifters with metadata when everything counts as minted", async () => {
    const catalogue = createCatalogue({
      minted: { current: async () => unlimitedRanges },
      metadata: metadataOf(six),
    });
    const { entries, phases } = await catalogue.view();
    expect(idsOf(entries)).to.equal("1 2 3 10 11 12");
    expect(phases).to.deep.equal([]);
  });

  it("has an order that looks random: the finaliser of MurmurHash3", async () => {
    const { circle } = await viewOf({}, { Low: [0, 3], High: [2 ** 32 + 3, 2 ** 32 + 4] });
    expect(circle.map(({ number, shuffled }) => [number, shuffled.toString(16)])).to.deep.equal([
      [0, "0"],
      [2, "30f4c306"],
      [2 ** 32 + 3, "30f4c306"],
      [1, "514e28b7"],
    ]);
  });

  it("answers chain.unavailable while it is unknown what is minted", async () => {
    const minted = { current: async () => undefined };
    const { view } = createCatalogue({ minted, metadata: metadataOf(six) });
    expect(await codeOf(view())).to.equal("chain.unavailable");
  });
});

describe("filterDrifters", () => {
  const hasStory = ({ number }: CatalogueEntry) => number < 3;
  const filter = async (given: Partial<DrifterFilters>, isFound = (_: CatalogueEntry) => true) => {
    const selection = { traits: [], phases: [], ...given };
    return filterDrifters(await viewOf(six, phases), selection, { hasStory, isFound });
  };
  const hat = (value: string) => ({ type: "Hat", value });
  const dusk = { type: "Sky", value: "Dusk" };

  it("takes values of one type and phases for alternatives, and requires everything else", async () => {
    const ids = async (given: Partial<DrifterFilters>) => idsOf((await filter(given)).entries);
    expect(await ids({ traits: [hat("Cowl")] })).to.equal("1 3 10");
    expect(await ids({ traits: [hat("Cowl"), hat("Bare")] })).to.equal("1 2 3 10 11");
    expect(await ids({ traits: [hat("Cowl"), dusk] })).to.equal("1 10");
    expect(await ids({ phases: ["Gale"] })).to.equal("10 11 12");
    expect(await ids({ phases: ["Gale", "Ember"], hasStory: false })).to.equal("3 10 11 12");
    expect(await ids({ traits: [dusk], phases: ["Ember"], hasStory: true })).to.equal("1 2");
  });

  it("counts the choices of each filter among the drifters that pass all others", async () => {
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

  it("compares a value with those of the same type, and lists types by name", async () => {
    const view = await viewOf(
      { 1: { traits: ["Sky:Dusk", "Hat:Cowl"] }, 2: { traits: ["Hat:Dusk"] } },
      { All: [1, 3] },
    );
    const selection = { traits: [hat("Dusk")], phases: ["All"] };
    const { entries, facets } = filterDrifters(view, selection, { hasStory, isFound: () => true });
    expect(idsOf(entries)).to.equal("2");
    expect(facets.traits.map(({ type }) => type)).to.deep.equal(["Hat"]);
    expect((await filter({})).facets.traits.map(({ type }) => type)).to.deep.equal(["Hat", "Sky"]);
    expect((await filter({ phases: ["Ember"] })).facets.phases).to.deep.equal([
      { phase: "Ember", count: 3 },
      { phase: "Gale", count: 3 },
    ]);
  });

  it("counts only what the query finds, and keeps chosen values that no drifter is left with", async () => {
    const { facets } = await filter({ traits: [hat("Bare")] }, ({ number }) => number === 10);
    expect(facets.traits).to.deep.equal([
      {
        type: "Hat",
        values: [
          { value: "Cowl", count: 1 },
          { value: "Bare", count: 0 },
        ],
      },
    ]);
    expect(facets.stories).to.deep.equal({ with: 0, without: 0 });
  });

  it("lists the 100 most frequent values of a type, and chosen ones", async () => {
    const drifters = Object.fromEntries(
      Array.from({ length: 150 }, (_, id) => [id, { traits: [`Power:${id}`] }]),
    );
    const view = await viewOf(drifters, { All: [0, 150] });
    const count = (value: string) => {
      const selection = { traits: [{ type: "Power", value }], phases: [] };
      const { facets } = filterDrifters(view, selection, { hasStory, isFound: () => true });
      return facets.traits[0]?.values.length;
    };
    expect([count("7"), count("149")]).to.deep.equal([100, 101]);
  });

  it("refuses a trait or phase of no minted drifter", async () => {
    for (const [given, parameter] of [
      [{ traits: [hat("Crown")] }, "trait"],
      [{ traits: [{ type: "Sky", value: "Cowl" }] }, "trait"],
      [{ phases: ["Ash"] }, "phase"],
    ] as const) {
      const error = await filter(given).catch((error) => error);
      expect(error).to.be.instanceOf(ParameterError).with.property("parameter", parameter);
    }
  });
});

describe("createDrifterPages", () => {
  let searches: number;
  let found: Set<string>;
  let fault: Error | undefined;
  let view: CatalogueView;
  let pageOf: ReturnType<typeof createDrifterPages>;
  const [revision, savedAt] = [1, "2026-01-01T00:00:00.000Z"];
  const stories = storiesOf([{ drifterId: "2", author: zeroAddress, savedAt, revision }]);
  beforeEach(async () => {
    searches = 0;
    found = new Set();
    view = await viewOf(six, phases);
    pageOf = createDrifterPages({
      async matching() {
        searches += 1;
        if (fault !== undefined) throw fault;
        return found;
      },
    });
  });
  const read = (query: string, shown = view) =>
    pageOf({ view: shown, stories }, parseDrifterPageRequest(new URLSearchParams(query)));

  it("returns references with phase and whether there is a story, newest first", async () => {
    const { drifters, total } = await read("limit=6");
    expect(total).to.equal(6);
    expect(drifters[0]).to.deep.equal({ drifterId: "12", phase: "Gale", hasStory: false });
    expect(drifters[4]).to.deep.equal({
      drifterId: "2",
      name: "Ilo",
      phase: "Ember",
      hasStory: true,
    });
  });

  for (const [order, pages, later] of [
    ["newest", ["12 11", "10 3", "2 1"], "10 3"],
    ["number", ["1 2", "3 10", "11 12"], "3 10"],
  ] as const) {
    it(`continues by ${order} where the cursor points, also after a mint`, async () => {
      const seen: string[] = [];
      let cursor = "";
      for (const _ of pages) {
        const { drifters, next } = await read(`order=${order}&limit=2${cursor}`);
        seen.push(idsOf(drifters));
        cursor = `&cursor=${next}`;
      }
      expect(seen).to.deep.equal(pages);
      expect(cursor).to.equal("&cursor=null");
      const { next } = await read(`order=${order}&limit=2`);
      const minted = await viewOf(six, { ...phases, Gale: [10, 14] });
      const page = await read(`order=${order}&limit=2&cursor=${next}`, minted);
      expect(idsOf(page.drifters)).to.equal(later);
    });
  }

  it("finds numbers by their first digits, and names and traits by the beginnings of words", async () => {
    const ids = async (query: string) =>
      idsOf((await read(`order=number&query=${encodeURIComponent(query)}`)).drifters);
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
    expect(idsOf((await read("query=7&order=number", named)).drifters)).to.equal("1 7");
  });

  it("keeps a result for its next pages until something changes", async () => {
    await read("query=wren&limit=1");
    await read("query=wren&limit=2&order=number");
    expect(searches).to.equal(1);
    await read("query=wren&limit=1", await viewOf(six, phases));
    expect(searches).to.equal(2);
  });

  it("keeps 32 results, and none of a search that failed", async () => {
    const queries = Array.from({ length: 32 }, (_, index) => `query=${"w".repeat(index + 1)}`);
    for (const query of [...queries, ...queries]) await read(query);
    expect(searches).to.equal(32);
    await read("query=another");
    await read(String(queries[1]));
    expect(searches).to.equal(33);
    await read(String(queries[0]));
    expect(searches).to.equal(34);
    fault = new Error("store.unavailable");
    expect(await read("query=failing").catch((error) => error)).to.equal(fault);
    fault = undefined;
    expect((await read("query=failing")).total).to.equal(0);
  });

  it("names the last drifter of a page in the cursor", async () => {
    expect((await read("limit=3&order=number")).next).to.equal("number-3");
  });

  for (const cursor of [
    "number-3",
    "newest-x",
    "newest",
    "xnewest-3",
    "at-1-1",
    "newest-12345678901234567",
  ]) {
    it(`refuses the cursor ${cursor} of a page by newest`, async () => {
      const error = await read(`cursor=${cursor}`).catch((error) => error);
      expect(error).to.be.instanceOf(ParameterError).with.property("parameter", "cursor");
    });
  }
});

import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeListItem } from "#protocol/narrative";
import { createCatalogue } from "../../api/src/catalogue/catalogue.ts";
import { createCatalogueReads } from "../../api/src/catalogue/catalogueReads.ts";
import type { MintedRanges } from "../../api/src/minted/mintedRanges.ts";
import { ApiError } from "../../api/src/problem.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { account } from "./apiFixture.ts";
import { idsOf, metadataOf, rangesOf } from "./catalogueFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

const { address: mara } = account(2);
const { address: ilse } = account(3);
const beyondNumbers = String(2n ** 53n);
const phases = { Ember: [1, 5], Gale: [9, 101] } as const;

describe("createCatalogueReads", () => {
  const savedAt = "2026-01-01T00:00:00.000Z";
  const storyOf = (drifterId: string, author: typeof mara): NarrativeListItem => ({
    drifterId,
    author,
    savedAt,
    revision: 2,
  });
  let list: readonly NarrativeListItem[];
  let ranges: MintedRanges | undefined;
  let readOwner: () => Promise<{ owner: typeof mara; blockNumber: bigint }>;
  let loaded: string[];
  let searches: number;
  beforeEach(() => {
    list = [storyOf("9", ilse), storyOf("10", mara), storyOf("3", mara)];
    ranges = rangesOf(phases);
    searches = 0;
    readOwner = async () => ({ owner: mara, blockNumber: 5n });
    loaded = [];
  });
  const known = metadataOf({ 3: { name: "Wren" }, 10: { name: "Dusk Walker" } });
  const metadata = {
    ...known,
    async load(items: readonly { drifterId: string }[]) {
      await setImmediate();
      loaded.push(...items.map(({ drifterId }) => drifterId));
    },
    of: (id: string) => (loaded.includes(id) ? known.of(id) : undefined),
  };
  const minted = {
    current: async () => ranges,
    /** Reads the chain, on which 4 was minted a moment ago. */
    async isMinted() {
      await setImmediate();
      ranges = rangesOf(phases);
      return true;
    },
  };
  const reads = createCatalogueReads({
    catalogue: createCatalogue({ minted, metadata }),
    metadata,
    store: { stories: async () => storiesOf(list) },
    search: {
      async matching() {
        searches += 1;
        return new Set(["3"]);
      },
      mentionedIn: async () => ["4", "100"],
    },
    chain: {
      readOwner: () => readOwner(),
      readHoldings: async () => ({ blockNumber: 7n, drifterIds: ["100", "9", "10", "4"] }),
    },
    minted,
  });
  const mayRead = async () => {};

  it("lists a wallet's drifters by number, and the stories that it wrote, with their names", async () => {
    expect(await reads.ownerPage(mara)).to.deep.equal({
      owner: mara,
      blockNumber: 7,
      drifters: [
        { drifterId: "4", hasStory: false },
        { drifterId: "9", hasStory: true },
        { drifterId: "10", name: "Dusk Walker", hasStory: true },
        { drifterId: "100", hasStory: false },
      ],
      stories: [
        { drifterId: "10", name: "Dusk Walker", savedAt, revision: 2 },
        { drifterId: "3", name: "Wren", savedAt, revision: 2 },
      ],
    });
    expect(loaded.join(" ")).to.equal("100 9 10 4 10 3");
  });

  it("leaves out a wallet's stories of drifters that a reorganisation unminted, and none while that is unknown", async () => {
    ranges = rangesOf({ Gale: [9, 101] });
    expect(idsOf((await reads.ownerPage(mara)).stories)).to.equal("10");
    ranges = undefined;
    expect(idsOf((await reads.ownerPage(mara)).stories)).to.equal("10 3");
  });

  it("shows a new story in the gallery and on the wallet's page", async () => {
    const withStory = async () =>
      idsOf((await reads.drifterPage({ ...request, hasStory: true })).drifters);
    const request = { traits: [], phases: [], order: "number", limit: 9 } as const;
    expect(await withStory()).to.equal("3 9 10");
    list = [storyOf("4", mara), ...list];
    expect(await withStory()).to.equal("3 4 9 10");
    expect((await reads.ownerPage(mara)).drifters[0]?.hasStory).to.equal(true);
  });

  it("keeps what a query has found until a story changes", async () => {
    const read = () =>
      reads.drifterPage({ traits: [], phases: [], order: "number", limit: 9, query: "dust" });
    for (const _ of [1, 2]) expect(idsOf((await read()).drifters)).to.equal("3");
    expect(searches).to.equal(1);
    list = [storyOf("4", mara), ...list];
    await read();
    expect(searches).to.equal(2);
  });

  it("finds where to go from a drifter, which was perhaps minted a moment ago", async () => {
    ranges = rangesOf({ Ember: [1, 5] });
    const { previous, next, sameOwner, mentionedIn } = await reads.neighbours("9", mayRead);
    expect([previous, next]).to.deep.equal([
      { drifterId: "4" },
      { drifterId: "10", name: "Dusk Walker" },
    ]);
    expect(
      idsOf(sameOwner ?? [])
        .split(" ")
        .sort(),
    ).to.deep.equal(["10", "100", "4"]);
    expect(idsOf(mentionedIn)).to.equal("4 100");
  });

  it("finds nothing from a drifter that is not minted, or above the largest number", async () => {
    for (const id of ["5", beyondNumbers]) {
      expect(await codeOf(reads.neighbours(id, mayRead)), id).to.equal("drifter.not_found");
    }
  });

  it("leaves out the owner's other drifters if the chain may or can not be read, but hides no bug", async () => {
    const refuse = () => Promise.reject(new ApiError("rate.limited"));
    expect((await reads.neighbours("9", refuse)).sameOwner).to.equal(null);
    readOwner = () => Promise.reject(new ApiError("chain.unavailable"));
    expect((await reads.neighbours("9", mayRead)).sameOwner).to.equal(null);
    readOwner = () => Promise.reject(new TypeError("a bug"));
    const error = await reads.neighbours("9", mayRead).catch((error) => error);
    expect(error).to.be.instanceOf(TypeError);
  });
});

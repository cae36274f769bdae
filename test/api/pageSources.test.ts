import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeListItem } from "#protocol/narrative";
import { revisionTag } from "../../api/src/narratives/revisionTag.ts";
import { createPageSources } from "../../api/src/page/pageSources.ts";
import { ApiError } from "../../api/src/problem.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { account } from "./apiFixture.ts";
import { metadataOf, viewOf } from "./catalogueFixture.ts";

const { address } = account(2);
const item = {
  drifterId: "7",
  author: address,
  savedAt: "2026-01-01T00:00:00.000Z",
  revision: 4,
};
const unavailable = () => Promise.reject(new ApiError("chain.unavailable"));

/** What a page can be made of; a test replaces one at a time. */
const origins = async () => ({
  stories: storiesOf([]),
  item: undefined as NarrativeListItem | undefined,
  newest: undefined as number | undefined,
  isHidden: false,
  version: 1,
  view: await viewOf({ 7: {} }, { Ember: [7, 8] }),
  key: "a",
  blockNumber: 5n,
  stamp: "1",
});

describe("createPageSources", () => {
  let origin: Awaited<ReturnType<typeof origins>>;
  let isMinted: () => Promise<boolean>;
  let isKnown: boolean;
  let narrative: string | undefined;
  let view: () => Promise<typeof origin.view>;
  let find: ReturnType<typeof createPageSources>;
  beforeEach(async () => {
    origin = await origins();
    isMinted = async () => true;
    isKnown = false;
    narrative = undefined;
    view = async () => origin.view;
    find = createFind();
  });
  const createFind = () =>
    createPageSources({
      settings: { pageTimeoutMilliseconds: 3_600_000 },
      collection: {
        send: async () => {},
        readMetadata: async () => ({ name: "Ilse", description: "", attributes: [] }),
        findPortrait: async () => undefined,
        stampOf: async (path, id) => `${path} ${id} ${origin.stamp}`,
        listIds: async () => [],
      },
      // Safety: the part that is used of heads.
      store: {
        stories: async () => origin.stories,
        peek: async () => origin.item,
        // Safety: the part that is used of a story.
        find: async () => (narrative === undefined ? undefined : ({ narrative } as never)),
        newest: async () =>
          origin.newest === undefined
            ? undefined
            : ({ item: { revision: origin.newest } } as never),
        isHidden: async () => origin.isHidden,
      },
      metadata: {
        ...metadataOf({}),
        async know() {
          await setImmediate();
          isKnown = true;
        },
        version: () => (isKnown ? origin.version : 0),
      },
      catalogue: { view: () => view() },
      minted: {
        // Safety: the parts that pages are made of.
        current: async () => ({ key: origin.key, blockNumber: origin.blockNumber }) as never,
        isMinted: () => isMinted(),
      },
    });

  for (const [path, made] of [
    ["/", ["stories", "version"]],
    ["/drifter/7", ["stories", "item", "newest", "isHidden", "view"]],
    ["/drifters", ["stories", "view"]],
    ["/stories", ["stories", "version", "key"]],
    [`/owner/${address}`, ["stories", "version", "blockNumber"]],
    ["/about", []],
  ] as const) {
    it(`makes ${path.replace(address, "0x3C")} again when one of its parts changes: ${made.join(", ") || "none"}`, async () => {
      const { madeOf, params } = find(path);
      const base = origin;
      const before = await madeOf?.(params);
      const changing: string[] = [];
      for (const [name, value] of Object.entries({
        stories: storiesOf([item]),
        item,
        newest: 3,
        isHidden: true,
        version: 2,
        view: { ...base.view },
        key: "b",
        blockNumber: 6n,
      })) {
        origin = { ...base, [name]: value };
        const after = await madeOf?.(params);
        const isSame = before?.every((part, index) => part === after?.[index]);
        if (!isSame || before?.length !== after?.length) changing.push(name);
      }
      expect(changing).to.deep.equal(made);
    });
  }

  it("makes a drifter's page again after each change of its story", async () => {
    const { madeOf, params } = find("/drifter/7");
    const partsWith = async (change: Partial<typeof origin>) => {
      origin = { ...origin, ...change };
      return (await madeOf?.(params))?.[0];
    };
    expect(await partsWith({ newest: 3 })).to.equal(await partsWith({}));
    const [first, second] = [item, { ...item, revision: 5 }];
    expect(await partsWith({ item: first })).to.equal(revisionTag(first));
    expect(await partsWith({ item: second })).to.equal(revisionTag(second));
  });

  it("has stamps of a drifter's metadata and portrait", async () => {
    const { stamps, params } = find("/drifter/7");
    const before = await stamps?.(params);
    expect(before).to.deep.equal([
      "/drifters/metadata/{drifterId}.json 7 1",
      "/drifters/images/full/{drifterId}.jpg 7 1",
    ]);
  });

  it("makes a drifter's page without its neighbours until the catalogue is known, and keeps it while the catalogue is slow or unavailable", async () => {
    const { madeOf, params } = find("/drifter/7");
    const absences = [() => new Promise<never>(() => {}), unavailable];
    for (const absent of absences) {
      view = absent;
      expect(await madeOf?.(params)).to.deep.equal([undefined, false]);
    }
    view = async () => origin.view;
    const whole = (await madeOf?.(params)) ?? [];
    expect(whole).to.include(origin.view);
    for (const absent of absences) {
      view = absent;
      expect(await madeOf?.(params)).to.have.ordered.members(whole);
    }
  });

  it("makes a page without a drifter of nothing", async () => {
    const { madeOf, stamps, params, preview } = find("/drifter/007");
    expect([await madeOf?.(params), await stamps?.(params)]).to.deep.equal([[], []]);
    expect(await preview(200)).not.to.have.property("name");
  });

  for (const [path, status] of [
    ["/drifter/7", 200],
    ["/drifter/007", 200],
    ["/drifter/000", 404],
    ["/drifter/a07", 404],
    ["/drifter/07a", 404],
    ["/drifter/-1", 404],
    [`/owner/${address}`, 200],
    ["/owner/0x12", 404],
    ["/about", 200],
    ["/nowhere", 404],
    ["/nope", 404],
    ["/aboutx", 404],
    ["/stories/7", 404],
    ["/About", 200],
    ["/drifter/7/", 200],
  ] as const) {
    it(`answers ${status} at ${path.replace(address, "0x3C")}`, async () => {
      expect(await find(path).status()).to.equal(status);
    });
  }

  for (const [story, isCostly] of [
    ["The dust was patient.", false],
    ["> a\n\n".repeat(2_000), true],
    ["dust ".repeat(20_000), true],
  ] as const) {
    it(`has the page of a drifter with ${story.length} letters rendered ${isCostly ? "apart from" : "with"} others`, async () => {
      narrative = story;
      const { isCostly: ask, params } = find("/drifter/7");
      expect(await ask?.(params)).to.equal(isCostly);
    });
  }

  it("answers 404 for a drifter that is not minted, 503 while that is unknown, and hides no bug", async () => {
    const { status } = find("/drifter/8");
    isMinted = async () => false;
    expect(await status()).to.equal(404);
    isMinted = unavailable;
    expect(await status()).to.equal(503);
    isMinted = () => Promise.reject(new TypeError("a bug"));
    expect(await status().catch((error) => error)).to.be.instanceOf(TypeError);
  });

  it("titles pages of drifters and wallets, and those of missing ones without a path", async () => {
    const previewOf = async (path: string, status: 200 | 404 | 503) => {
      const { name, path: canonical, feed } = await find(path).preview(status);
      return [name, canonical, feed?.path];
    };
    const feed = `/owner/${address}/feed`;
    expect(await previewOf("/drifter/7", 200)).to.deep.equal([
      "Ilse",
      "/drifter/7",
      "/drifter/7/feed",
    ]);
    expect(await previewOf("/drifter/7", 404)).to.deep.equal([
      "Drifter #7 not found",
      undefined,
      undefined,
    ]);
    expect(await previewOf("/drifter/7", 503)).to.deep.equal([undefined, undefined, undefined]);
    expect(await previewOf(`/owner/${address}`, 200)).to.deep.equal([
      "Drifters of 0x3C44…93BC",
      undefined,
      feed,
    ]);
    expect(await previewOf("/owner/0x12", 404)).to.deep.equal([
      "No such wallet",
      undefined,
      undefined,
    ]);
  });

  it("finds a page by its whole path, and one for each query only where the query is used", () => {
    const keyOf = (path: string) => find(path, "?query=dust").key;
    expect(["/", "/drifters", "/stories", "/drifter/7", "/about"].map(keyOf)).to.deep.equal([
      "/",
      "/drifters?query=dust",
      "/stories?query=dust",
      "/drifter/7",
      "/about",
    ]);
    expect(["/drifter/7/", "/a/drifter/7", "/drifter/", "/aboutx"].map(keyOf).join("")).to.equal(
      "",
    );
    expect(find("/stories").key).to.equal("/stories");
  });
});

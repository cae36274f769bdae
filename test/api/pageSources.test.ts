import { expect } from "chai";
import { revisionTag } from "../../api/src/narratives/revisionTag.ts";
import { createPageSources } from "../../api/src/page/pageSources.ts";
import { ApiError } from "../../api/src/problem.ts";
import { account } from "./apiFixture.ts";

const { address } = account(2);
const item = {
  drifterId: "7",
  author: address,
  savedAt: "2026-01-01T00:00:00.000Z",
  revision: 4,
};
const unavailable = () => Promise.reject(new ApiError("chain.unavailable"));

describe("createPageSources", () => {
  let isMinted: () => Promise<boolean>;
  let narrative: string | undefined;
  beforeEach(() => {
    isMinted = async () => true;
    narrative = undefined;
  });
  const find = createPageSources({
    settings: { pageTimeoutMilliseconds: 3_600_000 },
    collection: {
      send: async () => {},
      readMetadata: async () => ({ name: "Ilse", description: "", attributes: [] }),
      findPortrait: async () => undefined,
      stampOf: async () => undefined,
      listIds: async () => [],
    },
    store: {
      peek: async () => item,
      // Safety: the part that is used of a story.
      find: async () => (narrative === undefined ? undefined : ({ narrative } as never)),
    },
    minted: { isMinted: () => isMinted() },
  });

  it("knows the revision of a drifter's page, and describes no other number", async () => {
    expect(await find("/drifter/7").revision()).to.equal(revisionTag(item));
    for (const path of ["/drifter/007", "/about"]) {
      expect(await find(path).revision(), path).to.equal(undefined);
    }
    expect(await find("/drifter/007").preview(200)).not.to.have.property("name");
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
      expect(await find("/drifter/7").isCostly()).to.equal(isCostly);
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
    const keyOf = (path: string) => find(`${path}?query=dust`).key;
    expect(["/", "/drifters", "/stories", "/drifter/7", "/about"].map(keyOf)).to.deep.equal([
      "/",
      "/drifters?query=dust",
      "/stories?query=dust",
      "/drifter/7",
      "/about",
    ]);
    for (const path of ["/drifter/7/", "/a/drifter/7", "/drifter/", "/aboutx"]) {
      expect(keyOf(path)).to.equal(`${path}?query=dust`);
    }
    expect(find("/stories").key).to.equal("/stories");
  });
});

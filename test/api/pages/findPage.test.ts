import { expect } from "chai";
import { createPageFinder } from "../../../api/src/pages/findPage.ts";
import { account } from "../../support/api/apiFixture.ts";
import { noNames } from "../../support/api/catalogueFixture.ts";

const { address } = account(2);

describe("createPageFinder", () => {
  let isReadable = true;
  const find = createPageFinder({
    settings: { pageTimeoutMilliseconds: 3_600_000 },
    collection: {
      async readMetadata() {
        if (!isReadable) throw new Error("The collection is away.");
        return undefined;
      },
      findPortrait: async () => ({ size: { width: 3, height: 4 } }),
    },
    store: { find: async () => undefined },
    minted: { isMinted: async () => true },
    names: {
      ...noNames,
      peek: (wallet) => (wallet === account(3).address ? { name: "ash.eth" } : undefined),
      // Anyone may ask for any wallet's page.
      of: () => {
        throw new Error("It was looked up.");
      },
    },
  });

  async function read(path: string) {
    const facts = await find(path).read();
    if (facts.status === 302) throw new Error(`${path} redirects to ${facts.path}.`);
    return facts;
  }

  it("titles a drifter by number while metadata is unreadable, and omits its preview", async () => {
    const { path, title, picture } = (await read("/drifter/7")).head;
    expect([path, title, picture.shape]).to.deep.equal([undefined, undefined, "wide"]);
    isReadable = false;
    const { head } = await read("/drifter/7");
    isReadable = true;
    expect(head.title).to.equal("Drifter #7");
    expect(head.picture).to.deep.include({ alt: "Portrait of Drifter #7", shape: "square" });
  });

  it("reports a page with unreadable data, but not a drifter without metadata", async () => {
    expect((await read("/drifter/7")).isPartial).to.equal(false);
    isReadable = false;
    const { isPartial } = await read("/drifter/7");
    isReadable = true;
    expect(isPartial).to.equal(true);
  });

  it("distinguishes pages only by relevant parameters, and shortens addresses in titles", async () => {
    const cacheKey = (path: string) => find(`${path}?query=a`).key.replace("?query=a", "?");
    const paths = ["/stories", "/about", "/robots.txt", "/drifters/metadata/7.json", "/feed.atom"];
    expect(paths.map(cacheKey)).to.deep.equal(["/stories?", ...paths.slice(1)]);
    const apiPaths = ["narrative", "tokens", "tokens/7/neighbors", "narrative/7"];
    expect(apiPaths.map((path) => cacheKey(`/api/${path}`))).to.deep.equal([
      "/api/narrative?",
      "/api/tokens?",
      "/api/tokens/7/neighbors?",
      "/api/narrative/7",
    ]);
    const { title } = (await read(`/owner/${address}`)).head;
    expect(title).to.equal("Drifters of 0x3C44…93BC");
    const named = await read(`/owner/${account(3).address}`);
    expect(named.head.title).to.equal("Drifters of ash.eth");
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
    it(`returns ${status} at ${path.replace(address, "0x3C")}`, async () => {
      expect((await find(path).read()).status).to.equal(status);
    });
  }
});

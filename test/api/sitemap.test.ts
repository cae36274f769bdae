import { expect } from "chai";
import { createCatalogue } from "../../api/src/catalogue/catalogue.ts";
import { createSitemap } from "../../api/src/feeds/crawlers.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { type Api, refusalOf, startApi } from "./apiFixture.ts";
import { metadataOf, rangesOf } from "./catalogueFixture.ts";
import { elementsOf, parseXml, textOf } from "./xml.ts";

const publicUrl = "https://drifters.example";
const namespaceURI = "http://www.sitemaps.org/schemas/sitemap/0.9";

describe("createSitemap", () => {
  const savedAt = "2026-01-01T00:00:00.000Z";
  const author = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  // 10,001 drifters are minted, and 500 is not.
  const ranges = rangesOf({ Ember: [1, 500], Ash: [501, 10_003] });
  const sitemapOf = (minted: typeof ranges) =>
    createSitemap({
      settings: { publicUrl },
      catalogue: createCatalogue({
        minted: { current: async () => minted },
        metadata: metadataOf({}),
      }),
      store: {
        stories: async () => storiesOf([{ drifterId: "7", author, savedAt, revision: 1 }]),
      },
    });
  const sitemap = sitemapOf(ranges);
  const read = async () => {
    const list = parseXml(await sitemap());
    expect(list).to.include({ tagName: "urlset", namespaceURI });
    return elementsOf(list, "url").map((url) => [textOf(url, "loc"), textOf(url, "lastmod")]);
  };

  it("has the site's pages and all minted drifters, with the time of each story", async () => {
    const ids = Array.from({ length: 10_002 }, (_, index) => index + 1).filter((id) => id !== 500);
    const paths = ["/", "/drifters", "/stories", "/about", ...ids.map((id) => `/drifter/${id}`)];
    expect(await read()).to.deep.equal(
      paths.map((path) => [publicUrl + path, path === "/drifter/7" ? savedAt : undefined]),
    );
  });
});

describe("the paths for crawlers", () => {
  let api: Api;
  before(async () => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], reveal: "all", publicUrl });
  });
  after(() => api.close());

  it("allow everything but the API, and name the sitemap if PUBLIC_URL is set", async () => {
    await using bare = await startApi({ rpcUrls: ["http://127.0.0.1:1"], reveal: "all" });
    const rules = "User-agent: *\nDisallow: /api/\n";
    const read = async (from: Api) => (await from.get("/robots.txt")).text();
    expect(await read(api)).to.equal(`${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`);
    expect(await read(bare)).to.equal(rules);
    expect(await refusalOf(await bare.get("/sitemap.xml"))).to.equal("404 route.not_found");
  });

  it("answer 304 to a matching ETag, HEAD without the body, and refuse other methods", async () => {
    for (const [path, type] of [
      ["/robots.txt", "text/plain; charset=utf-8"],
      ["/sitemap.xml", "application/xml; charset=utf-8"],
    ] as const) {
      const { headers } = await api.get(path);
      expect(headers.get("content-type"), path).to.equal(type);
      expect((await api.revalidate(path, headers.get("etag"))).status).to.equal(304);
      expect(await (await api.send(path, { method: "HEAD" })).text()).to.equal("");
      expect(await refusalOf(await api.post(path, "{}"))).to.equal("405 method.not_allowed");
    }
  });
});

import { expect } from "chai";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApi,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { elementsOf, parseXml, textOf } from "./xml.ts";

const publicUrl = "https://site.example";
const namespaceURI = "http://www.sitemaps.org/schemas/sitemap/0.9";

describe("sitemap", () => {
  const fixture = useFixture();

  it("lists the site's pages and all minted drifters, with each story's save time", async () => {
    const owner = account(2);
    const [withStory, withoutStory] = [
      await fixture.giveToken(owner.address),
      await fixture.giveToken(owner.address),
    ];
    await using api = await startApiFor(fixture, { publicUrl });
    const { savedAt } = await recordOf(await api.save(await signedSave(owner, withStory, "Told.")));
    await api.save(await signedSave(owner, withoutStory, "Told once."));
    await api.save(await signedSave(owner, withoutStory, "<!-- removed -->"));
    const list = parseXml(await (await api.get("/sitemap.xml")).text());
    expect(list).to.include({ tagName: "urlset", namespaceURI });
    const urls = elementsOf(list, "url").map((url) => [textOf(url, "loc"), textOf(url, "lastmod")]);
    const expected = [
      ...["/", "/drifters", "/stories", "/stories/map", "/help", "/about", "/mint"].map((path) => [
        path,
        undefined,
      ]),
      [`/drifter/${withStory}`, savedAt],
      [`/drifter/${withoutStory}`, undefined],
    ];
    expect(urls).to.have.deep.members(
      expected.map(([path, time]) => [`${publicUrl}${path}`, time]),
    );
  });
});

describe("robots.txt, llms.txt and sitemap.xml", () => {
  let api: Api;
  before(async () => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], reveal: "all", publicUrl });
  });
  after(() => api.close());

  it("allows everything except the API, and links to the sitemap if PUBLIC_URL is set", async () => {
    await using bare = await startApi({ rpcUrls: ["http://127.0.0.1:1"], reveal: "all" });
    const rules = "User-agent: *\nDisallow: /api/\n";
    const read = async (from: Api) => (await from.get("/robots.txt")).text();
    expect(await read(api)).to.equal(`${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`);
    expect(await read(bare)).to.equal(rules);
    expect(await problemCodeOf(await bare.get("/sitemap.xml"))).to.equal("404 route.not_found");
  });

  it("lists pages and reads of the API for language models", async () => {
    const guide = await (await api.get("/llms.txt")).text();
    expect(guide).to.match(/^# .+\n\n> .+\n/);
    expect(guide).to.include(`\n- [Stories](${publicUrl}/stories): The stories that owners have`);
    expect(guide).to.include("\n- GET /api/narrative/{drifterId}: Returns a token's story\n");
    expect(guide).not.to.include("POST");
  });

  it("supports HEAD and matching ETags, and rejects other methods", async () => {
    for (const [path, type] of [
      ["/robots.txt", "text/plain; charset=utf-8"],
      ["/llms.txt", "text/plain; charset=utf-8"],
      ["/sitemap.xml", "application/xml; charset=utf-8"],
    ] as const) {
      const { headers } = await api.get(path);
      expect(headers.get("content-type"), path).to.equal(type);
      expect((await api.revalidate(path, headers.get("etag"))).status).to.equal(304);
      expect(await (await api.send(path, { method: "HEAD" })).text()).to.equal("");
      expect(await problemCodeOf(await api.post(path, "{}"))).to.equal("405 method.not_allowed");
    }
  });
});

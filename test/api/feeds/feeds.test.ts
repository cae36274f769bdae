import { createServer } from "node:http";
import { expect } from "chai";
import express from "express";
import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { feedRoutes } from "../../../api/src/feeds/feeds.ts";
import { MissingRevisionError } from "../../../api/src/narratives/store.ts";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import {
  type Api,
  account,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { noNames } from "../../support/api/catalogueFixture.ts";
import { storiesOf } from "../../support/storiesOf.ts";
import { elementsOf, parseXml, textOf } from "./xml.ts";

const publicUrl = "https://site.example";
const mara = account(2);
const ilse = account(3);

/** JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/, as strict as the service writes it. */
const jsonFeedSchema = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.strictObject({
      id: z.string(),
      url: z.url(),
      title: z.string(),
      content_text: z.string().optional(),
      content_html: z.string().optional(),
      summary: z.string().optional(),
      date_modified: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string(), url: z.url() })).min(1),
    }),
  ),
});

describe("story feeds", () => {
  const fixture = useFixture();
  let api: Api;
  /** The newest first: two of Mara's, one of Ilse's between them. */
  let saved: Awaited<ReturnType<typeof recordOf>>[];
  let hidden: string;
  let root: string;
  before(async () => {
    api = await serve();
    const write = async (writer: typeof mara, text: string) => {
      const drifterId = await fixture.giveToken(writer.address);
      return recordOf(await api.save(await signedSave(writer, drifterId, text)));
    };
    saved = [
      await write(mara, "# The *salt* road\n\n**Ash** & <ember>, “]]>”\ufffe it's."),
      await write(ilse, "Two."),
      await write(mara, "Three."),
    ].reverse();
    hidden = (await write(mara, "Gone.")).drifterId;
    await api.save(await signedSave(mara, hidden, "<!-- removed -->"));
    const contract = (await fixture.contract.getAddress()).toLowerCase();
    root = `tag:site.example,2026:eip155:31337:${contract}`;
  });
  after(() => api.close());

  const serve = (overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, { publicUrl, reveal: "all", ...overrides });
  const ids = (stories: typeof saved) =>
    stories.map(({ drifterId }) => `${root}/drifter/${drifterId}`);
  const readAtom = async (path: string) => parseXml(await (await api.get(path)).text());
  const readJson = async (path: string) => jsonFeedSchema.parse(await (await api.get(path)).json());
  const idsAt = async (base: string) => {
    const inJson = (await readJson(`${base}.json`)).items.map(({ id }) => id);
    const entries = elementsOf(await readAtom(`${base}.atom`), "entry");
    expect(entries.map((entry) => textOf(entry, "id"))).to.deep.equal(inJson);
    return inJson;
  };

  it("contains the elements that Atom requires, with absolute URLs and save times", async () => {
    const feed = await readAtom("/feed.atom");
    expect(feed.namespaceURI).to.equal("http://www.w3.org/2005/Atom");
    expect(["id", "title", "updated"].map((name) => textOf(feed, name))).to.deep.equal([
      `${root}/feed`,
      `Stories · ${collectionConfig.name}`,
      saved[0]?.savedAt,
    ]);
    expect(linksOf(feed)).to.deep.equal([
      `self application/atom+xml ${publicUrl}/feed.atom`,
      `alternate text/html ${publicUrl}/stories`,
    ]);
    const entries = elementsOf(feed, "entry").map((entry) => ({
      ...Object.fromEntries(
        ["id", "title", "updated", "summary"].map((name) => [name, textOf(entry, name)]),
      ),
      author: elementsOf(entry, "author").map((author) => [
        textOf(author, "name"),
        textOf(author, "uri"),
      ]),
      links: linksOf(entry),
    }));
    expect(entries).to.deep.equal(
      saved.map(({ drifterId, author, savedAt }, index) => ({
        id: `${root}/drifter/${drifterId}`,
        title: `Drifter #${drifterId}`,
        updated: savedAt,
        summary: ["Three.", "Two.", "Ash & , “]]>” it's."][index],
        author: [[author, `${publicUrl}/owner/${author}`]],
        links: [`alternate text/html ${publicUrl}/drifter/${drifterId}`],
      })),
    );
  });

  it("returns valid JSON Feed 1.1 with the same entries", async () => {
    const { items, ...feed } = await readJson("/feed.json");
    expect(feed).to.deep.equal({
      version: "https://jsonfeed.org/version/1.1",
      title: `Stories · ${collectionConfig.name}`,
      home_page_url: `${publicUrl}/stories`,
      feed_url: `${publicUrl}/feed.json`,
    });
    const [, { drifterId = "", author = "", savedAt = "" } = {}] = saved;
    expect(items[1]).to.deep.equal({
      id: `${root}/drifter/${drifterId}`,
      url: `${publicUrl}/drifter/${drifterId}`,
      title: `Drifter #${drifterId}`,
      content_text: "Two.",
      date_modified: savedAt,
      authors: [{ name: author, url: `${publicUrl}/owner/${author}` }],
    });
  });

  it("lists visible stories by collection, drifter or owner, latest first", async () => {
    expect(await idsAt("/feed")).to.deep.equal(ids(saved));
    const [newest, second] = saved;
    expect(await idsAt(`/drifter/${second?.drifterId}/feed`)).to.deep.equal(ids(saved.slice(1, 2)));
    expect(await idsAt(`/drifter/${hidden}/feed`)).to.deep.equal([]);
    const ofMara = saved.filter(({ author }) => author === mara.address);
    expect(await idsAt(`/owner/${newest?.author.toLowerCase()}/feed`)).to.deep.equal(ids(ofMara));
    expect(await idsAt(`/owner/${account(4).address}/feed`)).to.deep.equal([]);
    const titles = [`/drifter/${second?.drifterId}`, `/owner/${mara.address}`].map(
      async (path) => (await readJson(`${path}/feed.json`)).title,
    );
    expect(await Promise.all(titles)).to.deep.equal([
      `Story of Drifter #${second?.drifterId} · ${collectionConfig.name}`,
      `Stories by 0x3C44…93BC · ${collectionConfig.name}`,
    ]);
    await using shown = await serve({ reveal: "minted" });
    expect((await shown.get("/drifter/9999/feed.json")).status).to.equal(404);
  });

  it("lists up to 50 visible, readable stories, each with its drifter's name", async () => {
    const item = { author: mara.address, savedAt: "2026-01-01T00:00:00.000Z", revision: 1 };
    const stories = Array.from({ length: 52 }, (_, id) => ({ ...item, drifterId: String(id) }));
    const known = new Set<string>();
    const know = async (list: { drifterId: string }[]) => {
      for (const { drifterId } of list) known.add(drifterId);
    };
    const has = (id: string) => id !== "0";
    const lacking: string[] = [];
    const fake = {
      logger: { error: ({ drifterId }: { drifterId: string }) => lacking.push(drifterId) },
      settings: { publicUrl, contract: ilse.address },
      store: {
        stories: async () => storiesOf(stories),
        find: async (drifterId: string) => {
          if (drifterId !== "1") return { ...saved[0], drifterId };
          throw new ApiError("store.unavailable", { cause: new MissingRevisionError() });
        },
      },
      minted: { current: async () => ({ has }), isMinted: async (id: string) => has(id) },
      metadata: { know, of: (id: string) => (known.has(id) ? { name: `Mara ${id}` } : undefined) },
      names: noNames,
      renderStory: async () => undefined,
    };
    // Safety: the feed of all stories needs no more.
    await using server = await listen(createServer(express().use(feedRoutes(fake as never))));
    const read = async (path: string) =>
      jsonFeedSchema.parse(await (await fetch(`${server.url}${path}/feed.json`)).json());
    expect((await read("/drifter/51")).title).to.equal(
      `Story of Mara 51 · ${collectionConfig.name}`,
    );
    // The newest one that is shown cannot be read, and takes no other one down.
    const names = Array.from({ length: 49 }, (_, index) => `Mara ${index + 2}`);
    for (const path of ["", `/owner/${mara.address}`]) {
      expect(
        (await read(path)).items.map(({ title }) => title),
        path,
      ).to.deep.equal(names);
    }
    expect(lacking).to.deep.equal(["1", "1"]);
  });

  it("contains whole stories as HTML with absolute links, and summaries beyond a megabyte", async () => {
    const story = { author: mara.address, savedAt: "2026-01-01T00:00:00.000Z", revision: 1 };
    const markup: Record<string, string> = {
      2: `<p><a href="/drifter/7">Drifter 7</a> “]]>” <a href="#a">1</a> <a href="//host">h</a></p>`,
      1: `<p>${"a".repeat(2 ** 20)}</p>`,
      0: "<p>Old.</p>",
    };
    const listed = ["2", "1", "0"].map((drifterId) => ({ ...story, drifterId }));
    const fake = {
      settings: { publicUrl, contract: ilse.address },
      store: {
        stories: async () => storiesOf(listed),
        find: async (drifterId: string) => ({ ...story, drifterId, narrative: "A tale." }),
      },
      minted: { current: async () => ({ has: () => true }), isMinted: async () => true },
      metadata: { know: async () => {}, of: () => undefined },
      names: noNames,
      renderStory: async ({ drifterId }: { drifterId: string }) => markup[drifterId],
    };
    // Safety: an author's feed needs no more.
    await using server = await listen(createServer(express().use(feedRoutes(fake as never))));
    const read = async (extension: string) =>
      (await fetch(`${server.url}/owner/${mara.address}/feed.${extension}`)).text();
    const html = `<p><a href="${publicUrl}/drifter/7">Drifter 7</a> “]]>” <a href="#a">1</a> <a href="//host">h</a></p>`;
    const { items } = jsonFeedSchema.parse(JSON.parse(await read("json")));
    expect(
      items.map(({ content_html, content_text, summary }) => [content_html, content_text, summary]),
    ).to.deep.equal([
      [html, undefined, "A tale."],
      [undefined, "A tale.", undefined],
      [undefined, "A tale.", undefined],
    ]);
    const [first, second] = elementsOf(parseXml(await read("atom")), "entry");
    const [content] = elementsOf(first, "content");
    expect([
      content?.getAttribute("type"),
      content?.textContent,
      textOf(first, "summary"),
    ]).to.deep.equal(["html", html, "A tale."]);
    expect(elementsOf(second, "content")).to.deep.equal([]);
  });

  it("updates an entry in place after an edit, and returns 304 until then", async () => {
    const drifterId = saved[2]?.drifterId ?? "";
    const { etag, "last-modified": time = "" } = Object.fromEntries(
      (await api.get("/feed.atom")).headers,
    );
    expect(time).to.equal(new Date(saved[0]?.savedAt ?? "").toUTCString());
    const since = async (date: string) =>
      (await api.get("/feed.atom", { "if-modified-since": date, "cache-control": "max-age=0" }))
        .status;
    expect((await api.revalidate("/feed.atom", etag ?? "")).status).to.equal(304);
    // After a removal, the newest story is older than what a client has.
    const later = new Date(Date.parse(time) + 1_000).toUTCString();
    expect([await since(time), await since(later)]).to.deep.equal([304, 200]);
    const changed = await recordOf(
      await api.save(await signedSave(mara, drifterId, "One, changed.")),
    );
    const response = await api.revalidate("/feed.atom", etag ?? "");
    expect(response.status).to.equal(200);
    const [first, ...others] = elementsOf(parseXml(await response.text()), "entry");
    expect([textOf(first, "id"), textOf(first, "updated"), textOf(first, "summary")]).to.deep.equal(
      [`${root}/drifter/${drifterId}`, changed.savedAt, "One, changed."],
    );
    expect(others).to.have.length(2);
    saved = [changed, ...saved.slice(0, 2)];
  });

  it("returns 404 without PUBLIC_URL, and the error mentions the setting", async () => {
    await using bare = await serve({ publicUrl: undefined });
    for (const path of ["/feed.atom", "/drifter/1/feed.json", `/owner/${mara.address}/feed.atom`]) {
      const response = await bare.get(path, { "x-forwarded-host": "evil.example" });
      expect(await response.json(), path).to.deep.include({
        code: "route.not_found",
        detail: "Feeds and sitemaps need absolute URLs: the operator has not set PUBLIC_URL.",
      });
    }
  });
});

function linksOf(element: Element): string[] {
  return elementsOf(element, "link").map((link) =>
    ["rel", "type", "href"].map((name) => link.getAttribute(name)).join(" "),
  );
}

import { mkdir, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import type { Settings } from "../../../api/src/settings/settings.ts";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { headOfElements, readMarkup } from "../../support/readMarkup.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const template = `<!doctype html><html><head><!--page-head-->
<title>Default</title><meta name="description" content="Default" />
<!--/page-head--><!--runtime-config--></head><body></body></html>`;

const owner = account(2);
const publicUrl = "https://site.example";

describe("page head", () => {
  const fixture = useFixture();
  let folder: string;
  let api: Api;
  before(async () => {
    folder = await temporaryFolder();
    for (const place of ["web", "collection/metadata", "collection/images/full"]) {
      await mkdir(join(folder, place), { recursive: true });
    }
    await writeFile(join(folder, "web/index.html"), template);
    api = await serve();
  });
  after(() => api.close());

  const serve = (overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, {
      webDir: join(folder, "web"),
      collectionDir: join(folder, "collection"),
      publicUrl,
      responseLifeMilliseconds: 0,
      ...overrides,
    });

  /** Mints a new drifter with this metadata to the owner. */
  async function describeToken(metadata: object, { portrait = true } = {}): Promise<string> {
    const drifterId = await fixture.giveToken(owner.address);
    await writeMetadata(drifterId, metadata);
    const image = sharp({ create: { width: 60, height: 80, channels: 3, background: "#c96" } });
    const file = join(folder, `collection/images/full/${drifterId}.jpg`);
    if (portrait) await image.jpeg({ progressive: true }).withExif({}).toFile(file);
    return drifterId;
  }

  const writeMetadata = (drifterId: string, metadata: object) =>
    writeFile(join(folder, `collection/metadata/${drifterId}.json`), JSON.stringify(metadata));

  const save = async (drifterId: string, narrative: string) =>
    expect((await api.save(await signedSave(owner, drifterId, narrative))).status).to.equal(200);

  const elementsOn = async (path: string) =>
    readMarkup(await (await api.get(path, { accept: "text/html" })).text()).elements;
  const headOf = async (path: string) => headOfElements(await elementsOn(path));

  const ilse = {
    name: "Ilse Marrow",
    attributes: [
      { trait_type: "Sky", value: "Pale" },
      { trait_type: "Age", value: 41 },
    ],
  };

  describe("drifter page head", () => {
    it("contains the drifter's name, story excerpt and card, with absolute URLs", async () => {
      const id = await describeToken(ilse);
      await save(id, "# Ash\n\nShe kept **one** lamp lit.");
      expect(await headOf(`/drifter/${id}`)).to.deep.equal({
        title: `Ilse Marrow · ${collectionConfig.name}`,
        description: "She kept one lamp lit.",
        "og:site_name": collectionConfig.name,
        "og:type": "profile",
        "og:title": "Ilse Marrow",
        "og:description": "She kept one lamp lit.",
        canonical: `${publicUrl}/drifter/${id}`,
        "og:url": `${publicUrl}/drifter/${id}`,
        "og:image": `${publicUrl}/drifter/${id}/card.jpg?revision=1`,
        "og:image:type": "image/jpeg",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Ilse Marrow: She kept one lamp lit.",
        "twitter:card": "summary_large_image",
        "twitter:image:alt": "Ilse Marrow: She kept one lamp lit.",
      });
    });

    it("contains the drifter's description, or its traits, while it has no story", async () => {
      const id = await describeToken({ ...ilse, description: "A bellfounder, alone." });
      expect(await headOf(`/drifter/${id}`)).to.include({
        description: "A bellfounder, alone.",
        "og:image": `${publicUrl}/drifters/images/full/${id}.jpg`,
        "og:image:height": "80",
        "og:image:alt": "Portrait of Ilse Marrow",
        "twitter:card": "summary",
      });
      for (const description of ["", " \n"]) {
        const other = await describeToken({ ...ilse, description });
        expect((await headOf(`/drifter/${other}`)).description).to.equal("Sky: Pale · Age: 41");
      }
    });

    it("changes with the story, the metadata and the hide list", async () => {
      const id = await describeToken(ilse);
      const head = () => headOf(`/drifter/${id}`);
      const traits = (await head()).description;
      await save(id, "The first telling.");
      expect((await head()).description).to.equal("The first telling.");
      await save(id, "The second telling.");
      expect((await head()).description).to.equal("The second telling.");
      const card = await api.get(`/drifter/${id}/card.jpg?revision=2`);
      expect([card.status, card.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);
      await writeMetadata(id, { ...ilse, name: "Ilse the Elder" });
      expect((await head())["og:title"]).to.equal("Ilse the Elder");
      await new HiddenFolder(api.settings.dataDir).hide(id, "names a person");
      while ((await head()).description !== traits) await new Promise(setImmediate);
      expect((await api.get(`/api/narrative/${id}`)).status).to.equal(404);
      expect(await problemCodeOf(await api.get(`/drifter/${id}/card.jpg`))).to.equal(
        "404 narrative.not_found",
      );
    });
  });

  describe("story for other programs", () => {
    const pageText = async (id: string) =>
      (await api.get(`/drifter/${id}`, { accept: "text/html" })).text();
    const article = async (id: string) => {
      const [, json] =
        /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await pageText(id)) ?? [];
      return json === undefined ? undefined : JSON.parse(json);
    };
    const embed = async (query: Record<string, string>) => {
      const response = await api.get(`/oembed?${new URLSearchParams(query)}`);
      return response.ok ? response.json() : problemCodeOf(response);
    };

    it("is an article with author and dates, and cannot close its script element", async () => {
      const id = await describeToken({ ...ilse, name: "Ilse</script><b>" });
      expect(await article(id)).to.equal(undefined);
      const saved = await api.save(await signedSave(owner, id, "Once </script> told."));
      const { savedAt } = await recordOf(saved);
      const person = { name: owner.address, url: `${publicUrl}/owner/${owner.address}` };
      expect(await article(id)).to.deep.equal({
        ...{ "@context": "https://schema.org", "@type": "Article" },
        url: `${publicUrl}/drifter/${id}`,
        headline: "Ilse</script><b>",
        description: "Once told.",
        image: `${publicUrl}/drifter/${id}/card.jpg?revision=1`,
        author: { "@type": "Person", ...person },
        ...{ datePublished: savedAt, dateModified: savedAt },
        isPartOf: { "@type": "WebSite", name: collectionConfig.name, url: `${publicUrl}/` },
      });
      const again = await recordOf(await api.save(await signedSave(owner, id, "Told again.")));
      expect(await article(id)).to.include({ dateModified: again.savedAt });
      expect(await article(id)).not.to.have.property("datePublished");
    });

    it("is described by oEmbed, to which the page links", async () => {
      const id = await describeToken(ilse);
      await save(id, "Told.");
      const url = `${publicUrl}/drifter/${id}`;
      const [, link = ""] = /json\+oembed" [^>]*href="([^"]*)"/.exec(await pageText(id)) ?? [];
      expect(link).to.equal(`${publicUrl}/oembed?url=${encodeURIComponent(url)}`);
      expect(await embed({ url, format: "json", maxwidth: "400" })).to.deep.equal({
        ...{ version: "1.0", type: "link", title: "Ilse Marrow", author_name: owner.address },
        ...{ provider_name: collectionConfig.name, provider_url: `${publicUrl}/` },
        thumbnail_url: `${publicUrl}/drifter/${id}/card.jpg?revision=1`,
        ...{ thumbnail_width: 1200, thumbnail_height: 630 },
      });
    });

    it("is described only for a minted drifter's page of this site, as JSON", async () => {
      const id = await describeToken(ilse);
      const url = `${publicUrl}/drifter/${id}`;
      expect(await embed({ url: `${publicUrl}/drifter/9999` })).to.equal("404 token.not_found");
      expect(await embed({ url: `${publicUrl}/stories` })).to.equal("404 token.not_found");
      expect(await embed({ url: `https://evil.example/drifter/${id}` })).to.equal(
        "404 route.not_found",
      );
      for (const query of [{ url, format: "xml" }, { url: "x" }, { url, callback: "f" }]) {
        expect(await embed({ ...query })).to.equal("400 request.invalid_parameter");
      }
      expect(await embed({})).to.equal("404 route.not_found");
    });
  });

  describe("head of pages without a drifter", () => {
    it("describes the site on the home page", async () => {
      for (const path of ["/", "/index.html"]) {
        expect(await headOf(path)).to.include({
          title: collectionConfig.name,
          "og:type": "website",
          canonical: `${publicUrl}/`,
          "og:image": `${publicUrl}/preview.jpg`,
          "og:image:width": "1200",
          "og:image:height": "630",
          "twitter:card": "summary_large_image",
        });
      }
    });

    it("describes the mint page as indexable, and the phases page as not indexable", async () => {
      const mint = await headOf("/mint");
      expect(mint).to.include({
        title: `Mint · ${collectionConfig.name}`,
        canonical: `${publicUrl}/mint`,
      });
      expect(mint.description).to.include("at what price");
      expect(mint).not.to.have.property("robots");
      const phases = await headOf("/phases");
      expect(phases).to.include({ title: `Phases · ${collectionConfig.name}`, robots: "noindex" });
      expect(phases.description).to.include("in which phase");
    });

    for (const path of ["/nowhere", "/drifter/007", "/drifter/7/"]) {
      it(`describes the site, with noindex, at ${path}`, async () => {
        const head = await headOf(path);
        expect(head).to.include({ title: collectionConfig.name, robots: "noindex" });
        expect(head).not.to.have.any.keys("canonical", "og:url");
      });
    }
  });

  describe("malicious text", () => {
    for (const [what, text] of [
      ["ends the title", "</title><script>alert(1)</script>"],
      ["ends an attribute", `" onload="alert(1)" x='`],
      ["begins a comment", "<!--<script>"],
      ["contains the placeholders", "<!--runtime-config--><!--/page-head-->"],
      ["has a replacement's pattern", "$& $` $' $$ $1"],
      ["has a character reference", "&quot;&lt;script&gt;&#0;"],
    ] as const) {
      it(`escapes a name, trait or story that ${what}`, async () => {
        const id = await describeToken({
          name: text,
          attributes: [{ trait_type: text, value: text }],
        });
        const before = await elementsOn(`/drifter/${id}`);
        const { description = "", ...head } = headOfElements(before);
        expect(head.title).to.equal(`${text} · ${collectionConfig.name}`);
        expect(head["og:image:alt"]).to.equal(`Portrait of ${text}`);
        expect(description).to.equal(`${text}: ${text}`);
        await save(id, `Told: ${text.replace(/[!-/:-@[-`{-~]/g, "\\$&")}`);
        const after = await elementsOn(`/drifter/${id}`);
        expect(headOfElements(after).description).to.equal(`Told: ${text}`);
        // A story adds its JSON-LD.
        for (const [elements, scripts] of [
          [before, 1],
          [after, 2],
        ] as const) {
          expect(elements.filter(({ name }) => name === "script")).to.have.length(scripts);
          expect(elements.flatMap(({ attributes }) => Object.keys(attributes))).not.to.include(
            "onload",
          );
        }
      });
    }
  });

  describe("links to feeds", () => {
    const feedsOn = async (path: string) =>
      (await elementsOn(path))
        .map(({ attributes }) => attributes)
        .filter(({ rel }) => rel === "alternate");

    it("links to the collection's, the drifter's or the owner's feed in both formats", async () => {
      const id = await describeToken({ ...ilse, name: 'Ilse "<Marrow>"' });
      for (const [path, title, feed] of [
        ["/", "Stories", "/feed"],
        ["/stories", "Stories", "/feed"],
        [`/drifter/${id}`, 'Story of Ilse "<Marrow>"', `/drifter/${id}/feed`],
        [`/owner/${owner.address}`, "Stories by 0x3C44…93BC", `/owner/${owner.address}/feed`],
      ] as const) {
        const link = { rel: "alternate", title };
        expect(await feedsOn(path), path).to.deep.equal([
          { ...link, type: "application/atom+xml", href: `${publicUrl}${feed}.atom` },
          { ...link, type: "application/feed+json", href: `${publicUrl}${feed}.json` },
        ]);
      }
      expect(await feedsOn("/about")).to.deep.equal([]);
    });
  });

  describe("without PUBLIC_URL", () => {
    let bare: Api;
    before(async () => {
      bare = await serve({ publicUrl: undefined, trustProxyHops: 1 });
    });
    after(() => bare.close());

    it("contains a relative canonical URL, and no preview URL", async () => {
      const id = await describeToken(ilse);
      const html = await (await bare.get(`/drifter/${id}`)).text();
      expect(headOfElements(readMarkup(html).elements)).to.deep.equal({
        title: `Ilse Marrow · ${collectionConfig.name}`,
        description: "Sky: Pale · Age: 41",
        canonical: `/drifter/${id}`,
        "og:site_name": collectionConfig.name,
        "og:type": "profile",
        "og:title": "Ilse Marrow",
        "og:description": "Sky: Pale · Age: 41",
      });
    });

    it("returns the same head for every Host", async () => {
      const sent = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "javascript",
        forwarded: "host=evil.example",
      };
      // fetch does not allow setting the Host header.
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request(bare.url, { headers: sent }, resolve).on("error", reject).end();
      });
      const html = (await response.setEncoding("utf8").toArray()).join("");
      expect(html).to.equal(await (await bare.get("/")).text());
      expect(JSON.stringify(response.headers) + html).not.to.contain("evil.example");
    });
  });
});

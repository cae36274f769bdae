import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import sharp from "sharp";
import type { Settings } from "../../api/src/env.ts";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import { createDrifterPreviews } from "../../api/src/page/drifterPreview.ts";
import { ApiError } from "../../api/src/problem.ts";
import {
  type Api,
  account,
  signedSave,
  startApiFor,
  temporaryFolder,
  useFixture,
} from "./apiFixture.ts";

const template = `<!doctype html><html><head><!--page-head-->
<title>Default</title><meta name="description" content="Default" />
<!--/page-head--><!--runtime-config--></head><body></body></html>`;

const owner = account(2);
const publicUrl = "https://drifters.example";

describe("the head of a page", () => {
  const fixture = useFixture();
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
    for (const place of ["web", "collection/metadata", "collection/images/full"]) {
      await mkdir(join(folder, place), { recursive: true });
    }
    await writeFile(join(folder, "web/index.html"), template);
  });

  const serve = (overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, {
      webDir: join(folder, "web"),
      collectionDir: join(folder, "collection"),
      publicUrl,
      ...overrides,
    });

  /** Gives the owner a new drifter that the collection describes so. */
  async function describeDrifter(metadata: object, { portrait = true } = {}): Promise<string> {
    const drifterId = await fixture.giveDrifter(owner.address);
    await writeMetadata(drifterId, metadata);
    const picture = sharp({ create: { width: 60, height: 80, channels: 3, background: "#c96" } });
    const file = join(folder, `collection/images/full/${drifterId}.jpg`);
    if (portrait) await picture.jpeg({ progressive: true }).withExif({}).toFile(file);
    return drifterId;
  }

  const writeMetadata = (drifterId: string, metadata: object) =>
    writeFile(join(folder, `collection/metadata/${drifterId}.json`), JSON.stringify(metadata));

  const save = async (api: Api, drifterId: string, narrative: string) =>
    expect((await api.save(await signedSave(owner, drifterId, narrative))).status).to.equal(200);

  const ilse = {
    name: "Ilse Marrow",
    attributes: [
      { trait_type: "Sky", value: "Pale" },
      { trait_type: "Age", value: 41 },
    ],
  };

  describe("of a drifter", () => {
    it("tells its name, its story's first words and its portrait, under absolute addresses", async () => {
      await using api = await serve();
      const id = await describeDrifter(ilse);
      await save(api, id, "# Ash\n\nShe kept **one** lamp lit.");
      expect(await headOf(api, `/drifter/${id}`)).to.deep.equal({
        title: "Ilse Marrow · Fringe Drifters",
        description: "She kept one lamp lit.",
        "og:site_name": "Fringe Drifters",
        "og:type": "profile",
        "og:title": "Ilse Marrow",
        "og:description": "She kept one lamp lit.",
        canonical: `${publicUrl}/drifter/${id}`,
        "og:url": `${publicUrl}/drifter/${id}`,
        "og:image": `${publicUrl}/drifters/images/full/${id}.jpg`,
        "og:image:type": "image/jpeg",
        "og:image:width": "60",
        "og:image:height": "80",
        "og:image:alt": "Portrait of Ilse Marrow",
        "twitter:card": "summary",
        "twitter:image:alt": "Portrait of Ilse Marrow",
      });
    });

    it("tells its description while it has no story, else its traits", async () => {
      await using api = await serve();
      const id = await describeDrifter({ ...ilse, description: "A bellfounder, alone." });
      expect((await headOf(api, `/drifter/${id}`)).description).to.equal("A bellfounder, alone.");
      const other = await describeDrifter(ilse);
      expect((await headOf(api, `/drifter/${other}`)).description).to.equal("Sky: Pale · Age: 41");
    });

    it("follows its story, its metadata and the hide list", async () => {
      await using api = await serve();
      const id = await describeDrifter(ilse);
      const head = () => headOf(api, `/drifter/${id}`);
      const traits = (await head()).description;
      await save(api, id, "The first telling.");
      expect((await head()).description).to.equal("The first telling.");
      await save(api, id, "The second telling.");
      expect((await head()).description).to.equal("The second telling.");
      await writeMetadata(id, { ...ilse, name: "Ilse the Elder" });
      expect((await head())["og:title"]).to.equal("Ilse the Elder");
      await new HiddenFolder(api.settings.dataDir).hide(id, "names a person");
      while ((await head()).description !== traits) await new Promise(setImmediate);
      expect((await api.get(`/api/narrative/${id}`)).status).to.equal(404);
    });

    it("shows the site's picture where it has no portrait", async () => {
      await using api = await serve();
      const id = await describeDrifter(ilse, { portrait: false });
      const head = await headOf(api, `/drifter/${id}`);
      expect(head).to.include({
        "og:title": "Ilse Marrow",
        "og:image": `${publicUrl}/preview.jpg`,
        "twitter:card": "summary_large_image",
      });
    });
  });

  describe("of other pages", () => {
    it("tells of the site at home", async () => {
      await using api = await serve();
      for (const path of ["/", "/index.html"]) {
        expect(await headOf(api, path)).to.include({
          title: "Fringe Drifters",
          "og:type": "website",
          canonical: `${publicUrl}/`,
          "og:image": `${publicUrl}/preview.jpg`,
          "og:image:width": "1200",
          "og:image:height": "630",
          "twitter:card": "summary_large_image",
        });
      }
    });

    it("tells of the mint page, which search engines may keep", async () => {
      await using api = await serve();
      const head = await headOf(api, "/mint");
      expect(head).to.include({
        title: "Mint · Fringe Drifters",
        "og:type": "website",
        canonical: `${publicUrl}/mint`,
        "og:image": `${publicUrl}/preview.jpg`,
      });
      expect(head.description).to.include("at what price");
      expect(head).not.to.have.property("robots");
    });

    it("names the page that plans phases, and keeps it from search engines", async () => {
      await using api = await serve();
      const head = await headOf(api, "/phases");
      expect(head).to.include({ title: "Phases · Fringe Drifters", robots: "noindex" });
      expect(head.description).to.include("in which phase");
    });

    for (const path of ["/nowhere", "/drifter/999999", "/drifter/007", "/drifter/7/"]) {
      it(`tells of the site, and asks search engines to forget it, at ${path}`, async () => {
        await using api = await serve();
        const head = await headOf(api, path);
        expect(head).to.include({ title: "Fringe Drifters", robots: "noindex" });
        expect(head).not.to.have.any.keys("canonical", "og:url");
      });
    }

    it("leaves a template alone that has no place for it", async () => {
      const webDir = await temporaryFolder();
      await writeFile(join(webDir, "index.html"), "<title>Own</title><!--runtime-config-->");
      await using api = await serve({ webDir });
      expect(await headOf(api, "/")).to.deep.equal({ title: "Own" });
    });
  });

  describe("given texts that mean harm", () => {
    for (const [what, text] of [
      ["ends the title", "</title><script>alert(1)</script>"],
      ["ends an attribute", `" onload="alert(1)" x='`],
      ["begins a comment", "<!--<script>"],
      ["names the place of the settings", "<!--runtime-config--><!--/page-head-->"],
      ["has a replacement's pattern", "$& $` $' $$ $1"],
      ["has a character reference", "&quot;&lt;script&gt;&#0;"],
    ] as const) {
      it(`shows a name, a trait and a story as text that ${what}`, async () => {
        await using api = await serve();
        const id = await describeDrifter({
          name: text,
          attributes: [{ trait_type: text, value: text }],
        });
        const before = await elementsOn(api, `/drifter/${id}`);
        const { description = "", ...head } = headOfElements(before);
        expect(head.title).to.equal(`${text} · Fringe Drifters`);
        expect(head["og:image:alt"]).to.equal(`Portrait of ${text}`);
        expect(description).to.equal(`${text}: ${text}`);
        await save(api, id, `    ${"\u00a0"}\n\nTold: \`${text.replaceAll("`", "'")}\``);
        const after = await elementsOn(api, `/drifter/${id}`);
        expect(headOfElements(after).description).to.equal(`Told: ${text.replaceAll("`", "'")}`);
        for (const elements of [before, after]) {
          expect(elements.filter(({ tagName }) => tagName === "script")).to.have.length(1);
          expect(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name))).not.to.include(
            "onload",
          );
        }
      });
    }

    it("keeps the page quick and its head short with a story of nearly a megabyte", async () => {
      await using api = await serve();
      const id = await describeDrifter(ilse);
      await save(api, id, `${"[*_`<&".repeat(150_000)}`);
      // Whole, such a text takes minutes to parse.
      const begun = performance.now();
      const { description = "" } = await headOf(api, `/drifter/${id}`);
      expect(performance.now() - begun).to.be.lessThan(5_000);
      expect(description.length).to.be.within(1, 1_600);
    });

    for (const [what, metadata] of [
      ["is no object", "null"],
      ["is no JSON", '{"name":'],
      ["has no name", '{"attributes":[]}'],
      ["is far too large", `{"name":"${"a".repeat(300_000)}"}`],
    ] as const) {
      it(`tells of the site when the metadata ${what}`, async () => {
        await using api = await serve();
        const id = await describeDrifter({});
        await writeFile(join(folder, `collection/metadata/${id}.json`), metadata);
        expect(await headOf(api, `/drifter/${id}`)).to.include({ title: "Fringe Drifters" });
      });
    }

    it("gives a drifter its number for a name that has nothing to show", async () => {
      await using api = await serve();
      const id = await describeDrifter({ name: "\u202e \n" });
      expect((await headOf(api, `/drifter/${id}`))["og:title"]).to.equal(`Drifter #${id}`);
    });
  });

  describe("without PUBLIC_URL", () => {
    const originFor = async (headers: Record<string, string>, trustProxyHops = 0) => {
      await using api = await serve({ publicUrl: undefined, trustProxyHops });
      // fetch would not let the test choose a Host.
      const { request } = await import("node:http");
      const { host } = new URL(api.url);
      const html = await new Promise<string>((resolve, reject) => {
        const asked = request(api.url, { headers: { host, ...headers } }, async (response) => {
          expect(response.headers["cache-control"]).to.equal("private, no-cache");
          resolve((await response.setEncoding("utf8").toArray()).join(""));
        });
        asked.on("error", reject).end();
      });
      return headIn(html)["og:url"]?.replace(host, "HOST");
    };

    it("takes the host of the request, and http", async () => {
      expect(await originFor({})).to.equal("http://HOST/");
      expect(await originFor({ host: "Drifters.Example" })).to.equal("http://drifters.example/");
      expect(await originFor({ host: "[::1]:3000" })).to.equal("http://[::1]:3000/");
    });

    it("takes https from a proxy that is to be believed, from nobody else, and never a host", async () => {
      const told = { "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" };
      expect(await originFor(told)).to.equal("http://HOST/");
      expect(await originFor(told, 1)).to.equal("https://HOST/");
      expect(await originFor({ "x-forwarded-proto": "javascript" }, 1)).to.equal(undefined);
    });

    for (const host of ['a"><script>', "a/b", "a@b", "a b", "a:99999999", "..", "a?b", "[::1"]) {
      it(`has no addresses at all for the host ${JSON.stringify(host)}`, async () => {
        expect(await originFor({ host })).to.equal(undefined);
      });
    }

    it("lets shared caches keep pages only when their addresses are settled", async () => {
      await using api = await serve();
      expect((await api.get("/")).headers.get("cache-control")).to.equal("no-cache");
    });
  });

  describe("while the stories cannot be read", () => {
    const broken = () => Promise.reject(new ApiError("store.unavailable"));
    const previews = async (store: Parameters<typeof createDrifterPreviews>[0]["store"]) => {
      const id = await describeDrifter(ilse);
      const preview = createDrifterPreviews({ collectionDir: join(folder, "collection"), store });
      return { id, preview: () => preview(id) };
    };

    it("tells the traits, and the story again afterwards", async () => {
      const item = { drifterId: "1" } as never;
      const record = { narrative: "Told." } as never;
      const store = { peek: async () => item, find: broken as () => Promise<never> };
      const { preview } = await previews(store);
      expect((await preview())?.description).to.equal("Sky: Pale · Age: 41");
      store.find = async () => record;
      expect((await preview())?.description).to.equal("Told.");
    });

    it("does not wait for them", async () => {
      const never = () => new Promise<never>(() => {});
      const { preview } = await previews({ peek: never, find: never });
      expect((await preview())?.description).to.equal("Sky: Pale · Age: 41");
    });

    it("reads a story once for many pages, and forgets none too early", async () => {
      let reads = 0;
      const item = { drifterId: "1" } as never;
      const find = async () => {
        reads += 1;
        return { narrative: "Told." } as never;
      };
      const { id, preview } = await previews({ peek: async () => item, find });
      for (let page = 0; page < 5; page += 1) await preview();
      expect(reads).to.equal(1);
      await rm(join(folder, `collection/images/full/${id}.jpg`));
      expect((await preview())?.picture.path).to.equal("/preview.jpg");
      expect(reads).to.equal(2);
    });
  });
});

type Element = DefaultTreeAdapterTypes.Element;

function elementsIn(html: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.Node): Element[] => {
    const children = "childNodes" in node ? node.childNodes.flatMap(walk) : [];
    return defaultTreeAdapter.isElementNode(node) ? [node, ...children] : children;
  };
  return walk(parse(html));
}

async function elementsOn(api: Api, path: string): Promise<Element[]> {
  return elementsIn(await (await api.get(path)).text());
}

async function headOf(api: Api, path: string): Promise<Record<string, string>> {
  return headOfElements(await elementsOn(api, path));
}

function headIn(html: string): Record<string, string> {
  return headOfElements(elementsIn(html));
}

/** Title, canonical address and meta tags by their names, as a program reads them. */
function headOfElements(elements: readonly Element[]): Record<string, string> {
  return Object.fromEntries(
    elements.flatMap((element) => {
      const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
      const [child] = element.childNodes;
      if (element.tagName === "title") {
        return [["title", child && defaultTreeAdapter.isTextNode(child) ? child.value : ""]];
      }
      if (attributes.get("rel") === "canonical")
        return [["canonical", attributes.get("href") ?? ""]];
      const key = attributes.get("name") ?? attributes.get("property");
      return key === undefined ? [] : [[key, attributes.get("content") ?? ""]];
    }),
  );
}

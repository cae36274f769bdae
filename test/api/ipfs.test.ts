import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type Logger, pino } from "pino";
import sharp from "sharp";
import type { DrifterId } from "#protocol/drifterId";
import type { Settings } from "../../api/src/env.ts";
import {
  type Api,
  account,
  refusalOf,
  startApiFor,
  temporaryFolder,
  useFixture,
} from "./apiFixture.ts";
import { type FakeGateway, startFakeGateway } from "./fakeGateway.ts";
import { elementsIn, headOfElements } from "./pageElements.ts";

const root = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const art = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
/** Drifters of the tests are minted together, so that the chain has no new blocks. */
const mostDrifters = 30;

describe("a collection on IPFS", () => {
  const fixture = useFixture();
  let gateway: FakeGateway;
  let png: Buffer;
  let folder: string;
  let api: Api;
  before(async () => {
    gateway = await startFakeGateway();
    folder = await temporaryFolder();
    await mkdir(join(folder, "web"));
    await writeFile(
      join(folder, "web/index.html"),
      "<!doctype html><head><!--page-head--><!--/page-head--><!--runtime-config--></head>",
    );
    const create = { width: 60, height: 30, channels: 4, background: "#3a7d44cc" } as const;
    png = await sharp({ create }).png().toBuffer();
    await fixture.contract.setBaseURI(`ipfs://${root}/`);
    await fixture.contract.gift("Gifts", Array(mostDrifters).fill(account(2).address));
    api = await serve();
    // The first read of the chain may take long on a busy machine.
    while ((await metadata(String(mostDrifters + 1))).status === 503);
  });
  after(async () => {
    await api.close();
    await gateway[Symbol.asyncDispose]();
  });

  const serve = (overrides: Partial<Settings> = {}, logger?: Logger) =>
    startApiFor(
      fixture,
      {
        ipfsGateway: gateway.url,
        mintedLifeMilliseconds: 1_000,
        webDir: join(folder, "web"),
        publicUrl: "https://drifters.example",
        ...overrides,
      },
      logger,
    );

  let lastId = 0;
  /** Describes another minted drifter; its image is `picture` on IPFS. */
  function describeNext(picture = "a.png"): DrifterId {
    lastId += 1;
    const id = String(lastId);
    const attributes = [{ trait_type: "Sky", value: "Dusk" }];
    const image = `ipfs://${art}/${picture}`;
    gateway.put(`${root}/${id}.json`, { name: `Ilse ${id}`, image, attributes });
    gateway.put(`${art}/${encodeURIComponent(picture)}`, png, "image/png");
    gateway.requests.length = 0;
    return id;
  }
  const metadata = (id: DrifterId, from = api) => from.get(`/drifters/metadata/${id}.json`);
  const portrait = (id: DrifterId, from = api) => from.get(`/drifters/images/${id}.jpg`);

  it("has metadata from the token's URI, and portraits at every path from its ipfs:// image", async () => {
    const id = describeNext("a b.png");
    const response = await metadata(id);
    expect(response.headers.get("content-type")).to.equal("application/json");
    expect(await response.json()).to.include({
      name: `Ilse ${id}`,
      image: `ipfs://${art}/a b.png`,
    });
    const pictures: Record<string, unknown> = {};
    for (const path of ["7.jpg", "full/7.jpg", "160/7.webp", "320/7.webp", "480/7.webp"]) {
      const answer = await api.get(`/drifters/images/${path.replace("7", id)}`);
      const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
      pictures[path] = [answer.headers.get("content-type"), format, width, height].join(" ");
    }
    expect(pictures).to.deep.equal({
      "7.jpg": "image/jpeg jpeg 480 480",
      "full/7.jpg": "image/jpeg jpeg 60 30",
      "160/7.webp": "image/webp webp 160 160",
      "320/7.webp": "image/webp webp 320 320",
      "480/7.webp": "image/webp webp 480 480",
    });
    expect(gateway.requests).to.deep.equal([`${root}/${id}.json`, `${art}/a%20b.png`]);
  });

  it("keeps what it has read for the next start, and answers 304 without it", async () => {
    const id = describeNext("kept.png");
    const dataDir = await temporaryFolder();
    await using first = await serve({ dataDir });
    const etag = (await portrait(id, first)).headers.get("etag");
    await first.close();
    gateway.requests.length = 0;
    await using second = await serve({ dataDir });
    expect((await second.revalidate(`/drifters/images/${id}.jpg`, etag)).status).to.equal(304);
    expect((await portrait(id, second)).status).to.equal(200);
    expect(gateway.requests).to.deep.equal([]);
  });

  it("requests nothing for drifters that are not minted", async () => {
    const unminted = String(mostDrifters + 1);
    gateway.requests.length = 0;
    for (const response of [await metadata(unminted), await portrait(unminted)]) {
      expect(await refusalOf(response)).to.equal("404 drifter.not_found");
    }
    expect((await api.get(`/drifter/${unminted}`)).status).to.equal(404);
    expect(gateway.requests).to.deep.equal([]);
  });

  it("has names and traits in the gallery, and the portrait in link previews", async () => {
    const id = describeNext();
    await using other = await serve();
    const page = await (
      await other.get("/api/drifters?trait=Sky:Dusk&order=number&limit=200")
    ).json();
    const [entry] = page.drifters.filter((each: { drifterId: DrifterId }) => each.drifterId === id);
    expect(entry).to.include({ name: `Ilse ${id}`, phase: "Gifts" });
    const html = await (await other.get(`/drifter/${id}`)).text();
    expect(headOfElements(elementsIn(html))).to.include({
      title: `Ilse ${id} · Fringe Drifters`,
      "og:image": `https://drifters.example/drifters/images/full/${id}.jpg`,
    });
  });

  const unusableMetadata: Record<string, Parameters<FakeGateway["put"]>[1]> = {
    "is not JSON": "{",
    "is not an object": "[]",
    "is larger than 64 kB": { name: "x".repeat(64 * 1024) },
    "is larger than 64 kB, without Content-Length": (response) => {
      for (let part = 0; part < 5; part += 1) response.write(" ".repeat(16 * 1024));
      response.end("{}");
    },
  };
  for (const [condition, content] of Object.entries(unusableMetadata)) {
    it(`answers 502 if metadata ${condition}`, async () => {
      const id = describeNext();
      gateway.put(`${root}/${id}.json`, content);
      expect(await refusalOf(await metadata(id))).to.equal("502 collection.unusable");
    });
  }

  const unusablePictures: Record<string, [content: string | Buffer, mediaType: string]> = {
    "is an SVG": [svg, "image/svg+xml"],
    "is an SVG that the gateway calls a PNG": [svg, "image/png"],
    "is a page": ["<!doctype html>", "text/html"],
    "is damaged": [Buffer.from("89504e470d0a1a0a00", "hex"), "image/png"],
    "is larger than 8 MB": [Buffer.alloc(8 * 1024 ** 2 + 1), "image/png"],
  };
  for (const [condition, [content, mediaType]] of Object.entries(unusablePictures)) {
    it(`answers 502 if a picture ${condition}`, async () => {
      const id = describeNext(condition);
      gateway.put(`${art}/${encodeURIComponent(condition)}`, content, mediaType);
      for (const path of [`/drifters/images/${id}.jpg`, `/drifters/images/full/${id}.jpg`]) {
        expect(await refusalOf(await api.get(path))).to.equal("502 collection.unusable");
      }
    });
  }

  const outages: Record<string, Parameters<FakeGateway["put"]>[1]> = {
    "answers 504": (response) => response.writeHead(504).end(),
    "ends the connection": (response) => response.destroy(),
    "redirects to another host": (response) =>
      response
        .writeHead(302, { location: `${gateway.url.replace("127.0.0.1", "localhost")}1` })
        .end(),
    "redirects without end": (response) => response.writeHead(302, { location: "" }).end(),
  };
  for (const [condition, answer] of Object.entries(outages)) {
    it(`answers 503 with Retry-After if the gateway ${condition}`, async () => {
      const id = describeNext();
      gateway.put(`${root}/${id}.json`, answer);
      const response = await metadata(id);
      expect(response.headers.get("retry-after")).to.equal("5");
      expect(await refusalOf(response)).to.equal("503 collection.unavailable");
    });
  }

  it("answers 503 if the gateway does not send a whole file in time", async () => {
    const id = describeNext();
    gateway.put(`${root}/${id}.json`, (response) => response.write("{"));
    await using hasty = await serve({ ipfsTimeoutMilliseconds: 50 });
    expect(await refusalOf(await metadata(id, hasty))).to.equal("503 collection.unavailable");
  });

  it("follows redirects of the gateway to itself", async () => {
    const id = describeNext();
    const redirect = { location: `/ipfs/${root}/elsewhere` };
    gateway.put(`${root}/${id}.json`, (response) => response.writeHead(301, redirect).end());
    gateway.put(`${root}/elsewhere`, { name: "Moved" });
    expect(await (await metadata(id)).json()).to.deep.equal({ name: "Moved" });
  });

  it("requests a file that failed again after a pause, not before", async () => {
    const id = describeNext();
    const good = { name: "Back" };
    for (const [ipfsPauseMilliseconds, expected] of [
      [60_000, [503, 503]],
      [0, [503, 200]],
    ] as const) {
      await using other = await serve({ ipfsPauseMilliseconds });
      gateway.put(`${root}/${id}.json`, (response) => response.writeHead(504).end());
      const before = (await metadata(id, other)).status;
      gateway.put(`${root}/${id}.json`, good);
      expect([before, (await metadata(id, other)).status]).to.deep.equal(expected);
    }
  });

  it("answers 404 for files that do not exist, and for pictures that are not on IPFS", async () => {
    const id = describeNext();
    gateway.put(`${root}/${id}.json`, { name: "Ilse", image: `${gateway.url}${art}/a.png` });
    expect((await metadata(id)).status).to.equal(200);
    expect(await refusalOf(await portrait(id))).to.equal("404 drifter.not_found");
    expect(gateway.requests).to.deep.equal([`${root}/${id}.json`]);
    const bare = describeNext();
    gateway.put(`${root}/${bare}.json`, (response) => response.writeHead(410).end());
    expect(await refusalOf(await metadata(bare))).to.equal("404 drifter.not_found");
  });

  it("serves pages without names while the gateway cannot be reached", async () => {
    const id = describeNext();
    await using alone = await serve({ ipfsGateway: "http://127.0.0.1:1/ipfs/" });
    const page = await alone.get(`/drifter/${id}`);
    expect(page.status).to.equal(200);
    expect(headOfElements(elementsIn(await page.text()))).to.include({
      title: `Drifter #${id} · Fringe Drifters`,
    });
    const { drifters } = await (await alone.get("/api/drifters?limit=1")).json();
    expect(drifters[0]).not.to.have.property("name");
  });

  it("follows the contract's base URI, and logs one that is not on IPFS", async () => {
    const id = describeNext();
    const logged: string[] = [];
    const write = (line: string) => logged.push(JSON.parse(line).msg);
    const logger = pino({ level: "warn" }, { write });
    await using other = await serve({ baseUriLifeMilliseconds: 0 }, logger);
    expect((await metadata(id, other)).status).to.equal(200);
    try {
      await fixture.contract.setBaseURI("https://drifters.example/metadata/");
      // The first request still uses the last one while it is read.
      while ((await metadata(id, other)).status === 200);
      expect(await refusalOf(await metadata(id, other))).to.equal("502 collection.unusable");
      expect(logged).to.include(
        "the contract's base URI is not on IPFS: no portraits, names or traits are shown",
      );
    } finally {
      await fixture.contract.setBaseURI(`ipfs://${root}/`);
    }
  });
});

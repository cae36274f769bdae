import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import type { DrifterId } from "#protocol/values/drifterId";
import { openCollection } from "../../../api/src/collection/openCollection.ts";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import {
  type Api,
  account,
  problemCodeOf,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { headOfElements, readMarkup } from "../../support/readMarkup.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const art = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
/** Mints all of the tests' drifters first, so that the chain mines no blocks during the tests. */
const maxTokens = 30;

describe("IPFS collection", () => {
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
    await fixture.contract.gift("Gifts", Array(maxTokens).fill(account(2).address));
    api = await serve();
    // The first chain read may be slow on a busy machine.
    while ((await api.get(`/drifter/${maxTokens + 1}`)).status === 503);
  });
  after(async () => {
    await api.close();
    await gateway[Symbol.asyncDispose]();
  });

  const serve = (overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, {
      collectionOrigin: `${gateway.url}${root}/`,
      mintedLifeMilliseconds: 1_000,
      webDir: join(folder, "web"),
      publicUrl: "https://site.example",
      ...overrides,
    });

  let lastId = 0;
  /** Writes metadata for the next minted drifter, with the image `picture` on IPFS. */
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

  it("serves metadata, and upright portraits at every path from its ipfs:// image", async () => {
    const id = describeNext("a b.png");
    const lying = await sharp(png).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    gateway.put(`${art}/a%20b.png`, lying, "image/jpeg");
    const response = await metadata(id);
    expect(response.headers.get("content-type")).to.match(/^application\/json/);
    expect(await response.json()).to.include({
      name: `Ilse ${id}`,
      image: `ipfs://${art}/a b.png`,
    });
    const pictures: Record<string, unknown> = {};
    for (const path of ["7.jpg", "full/7.jpg", "160/7.webp", "320/7.webp", "480/7.webp"]) {
      const image = await api.get(`/drifters/images/${path.replace("7", id)}`);
      const { format, width, height } = await sharp(await image.arrayBuffer()).metadata();
      pictures[path] = [image.headers.get("content-type"), format, width, height].join(" ");
    }
    expect(pictures).to.deep.equal({
      "7.jpg": "image/jpeg jpeg 480 480",
      "full/7.jpg": "image/jpeg jpeg 30 60",
      "160/7.webp": "image/webp webp 160 160",
      "320/7.webp": "image/webp webp 320 320",
      "480/7.webp": "image/webp webp 480 480",
    });
    expect(gateway.requests).to.deep.equal([`${root}/${id}.json`, `${art}/a%20b.png`]);
  });

  it("requests nothing for drifters that are not minted", async () => {
    const unminted = String(maxTokens + 1);
    gateway.requests.length = 0;
    for (const response of [await metadata(unminted), await portrait(unminted)]) {
      expect(await problemCodeOf(response)).to.equal("404 token.not_found");
    }
    expect((await api.get(`/drifter/${unminted}`)).status).to.equal(404);
    expect(gateway.requests).to.deep.equal([]);
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
    it(`returns 502 if metadata ${condition}`, async () => {
      const id = describeNext();
      gateway.put(`${root}/${id}.json`, content);
      expect(await problemCodeOf(await metadata(id))).to.equal("502 collection.unusable");
    });
  }

  const unusablePictures: Record<string, () => [content: string | Buffer, mediaType: string]> = {
    "is an SVG": () => [svg, "image/svg+xml"],
    "is an SVG that the gateway calls a PNG": () => [svg, "image/png"],
    "lacks an image media type": () => [png, "application/octet-stream"],
    "is damaged": () => [png.subarray(0, 60), "image/png"],
    "is larger than 8 MB": () => [Buffer.concat([png, Buffer.alloc(8 * 1024 ** 2)]), "image/png"],
  };
  for (const [condition, picture] of Object.entries(unusablePictures)) {
    it(`returns 502 if an image ${condition}`, async () => {
      const id = describeNext(condition);
      gateway.put(`${art}/${encodeURIComponent(condition)}`, ...picture());
      for (const path of [`/drifters/images/${id}.jpg`, `/drifters/images/full/${id}.jpg`]) {
        expect(await problemCodeOf(await api.get(path))).to.equal("502 collection.unusable");
      }
    });
  }

  const outages: Record<string, Parameters<FakeGateway["put"]>[1]> = {
    "returns 504": (response) => response.writeHead(504).end(),
    "ends the connection": (response) => response.destroy(),
  };
  for (const [condition, outage] of Object.entries(outages)) {
    it(`returns 503 with Retry-After if the gateway ${condition}`, async () => {
      const id = describeNext();
      gateway.put(`${root}/${id}.json`, outage);
      const response = await metadata(id);
      expect(response.headers.get("retry-after")).to.equal("5");
      expect(await problemCodeOf(response)).to.equal("503 collection.unavailable");
      // The service does not retry for a minute.
      gateway.put(`${root}/${id}.json`, { name: "Back" });
      expect((await metadata(id)).status).to.equal(503);
    });
  }

  it("follows the gateway's redirects to itself", async () => {
    const id = describeNext();
    const redirect = { location: `/ipfs/${root}/elsewhere` };
    gateway.put(`${root}/${id}.json`, (response) => response.writeHead(301, redirect).end());
    gateway.put(`${root}/elsewhere`, { name: "Moved" });
    expect(await (await metadata(id)).json()).to.deep.equal({ name: "Moved" });
  });

  it("rejects a gateway's redirect to a different host with 503, without requesting it", async () => {
    const id = describeNext();
    const elsewhere = gateway.url.replace("127.0.0.1", "localhost");
    const redirect = { location: `${elsewhere}/ipfs/${root}/elsewhere` };
    gateway.put(`${root}/${id}.json`, (response) => response.writeHead(302, redirect).end());
    gateway.put(`${root}/elsewhere`, { name: "Moved" });
    expect(await problemCodeOf(await metadata(id))).to.equal("503 collection.unavailable");
    expect(gateway.requests).to.deep.equal([`${root}/${id}.json`]);
  });

  const shownImages: Record<string, () => string> = {
    "a data: URI": () => `data:image/png;base64,${png.toString("base64")}`,
    "a different gateway's URL": () => `https://gateway.example/ipfs/${art}/a.png`,
    "a subdomain gateway's URL": () => `https://${art}.ipfs.gateway.example/a.png`,
  };
  for (const [what, image] of Object.entries(shownImages)) {
    it(`serves an image whose metadata field is ${what}`, async () => {
      const id = describeNext();
      gateway.put(`${root}/${id}.json`, { name: "Ilse", image: image() });
      expect((await portrait(id)).status).to.equal(200);
    });
  }

  it("returns 502 for an image at a forbidden URL, and logs the token and field once", async () => {
    const log: object[] = [];
    const logger = pino(
      { base: null, timestamp: false },
      { write: (line) => log.push(JSON.parse(line)) },
    );
    const id = describeNext();
    const image = `ar://${"a".repeat(43)}/a.png`;
    gateway.put(`${root}/${id}.json`, { name: "Ilse", image, attributes: [null] });
    const pause = { collectionPauseMilliseconds: 0, dataDir: await temporaryFolder() };
    const { collectionOrigin } = api.settings;
    await using one = await startApiFor(fixture, { collectionOrigin, ...pause }, logger);
    for (const _ of [1, 2]) {
      const response = await one.get(`/drifters/images/${id}.jpg`);
      expect(await problemCodeOf(response)).to.equal("502 collection.unusable");
    }
    const about = log.filter((line) => "token" in line);
    expect(about).to.deep.equal([
      {
        level: 40,
        token: id,
        fields: "attributes.0",
        msg: "metadata has fields that cannot be shown",
      },
      {
        level: 40,
        token: id,
        field: "image",
        image,
        msg: "an image is not hosted at COLLECTION_ORIGIN, so it is not shown",
      },
    ]);
  });

  it("returns 404 for files that do not exist", async () => {
    const bare = describeNext();
    gateway.put(`${root}/${bare}.json`, (response) => response.writeHead(410).end());
    expect(await problemCodeOf(await metadata(bare))).to.equal("404 token.not_found");
  });

  it("returns 503 during an outage, and logs each outage once", async () => {
    const dataDir = await temporaryFolder();
    const log: string[] = [];
    const logger = pino({}, { write: (line) => log.push(JSON.parse(line).msg) });
    const open = (subfolder: string) => {
      const collectionOrigin = `${gateway.url}${subfolder}/`;
      return openCollection({ ...api.settings, dataDir, collectionOrigin }, logger);
    };
    const collection = await open("one");
    for (const [id, content] of [
      ["1", (response: ServerResponse) => response.writeHead(500).end()],
      ["2", (response: ServerResponse) => response.writeHead(500).end()],
      ["3", { name: "Back" }],
      ["4", (response: ServerResponse) => response.writeHead(500).end()],
    ] as const) {
      gateway.put(`one/${id}.json`, content);
      const read = await collection.readMetadata(id).catch((error) => error.code);
      expect(read.name ?? read).to.equal(id === "3" ? "Back" : "collection.unavailable");
    }
    expect(log).to.deep.equal(Array(2).fill("a file cannot be read at COLLECTION_ORIGIN"));
    expect(await (await open("two")).readMetadata("3")).to.equal(undefined);
  });

  it("is cached in a temporary folder if its DATA_DIR folder is not writable", async () => {
    const dataDir = await temporaryFolder();
    const settings = { ...api.settings, dataDir };
    const log: string[] = [];
    const logger = pino({}, { write: (line) => log.push(line) });
    await openCollection(settings, logger);
    expect(log).to.deep.equal([]);
    const [copies = ""] = await readdir(join(dataDir, ".collection"));
    await rm(join(dataDir, ".collection", copies), { recursive: true });
    // Even root cannot create files there.
    await symlink("/proc/sys", join(dataDir, ".collection", copies));
    await openCollection(settings, logger);
    expect(log.join("")).to.include("cached only until the next start");
  });

  describe("after a restart", () => {
    let known: DrifterId;
    let unreadable: DrifterId;
    before(async () => {
      unreadable = describeNext();
      gateway.put(`${root}/${unreadable}.json`, (response) => response.writeHead(500).end());
      known = describeNext("known.png");
      const etag = (await portrait(known)).headers.get("etag");
      expect((await api.revalidate(`/drifters/images/${known}.jpg`, etag)).status).to.equal(304);
      const { dataDir } = api.settings;
      await api.close();
      api = await serve({ dataDir, responseLifeMilliseconds: 0 });
    });

    it("rereads no cached file", async () => {
      gateway.requests.length = 0;
      expect((await portrait(known)).status).to.equal(200);
      expect(gateway.requests).to.deep.equal([]);
    });

    it("provides names and traits to the gallery and the portrait to link previews", async () => {
      const found = await api.get("/api/tokens?trait=Sky:Dusk&limit=200");
      const { tokens } = await found.json();
      const [entry] = tokens.filter((each: { drifterId: DrifterId }) => each.drifterId === known);
      expect(entry).to.include({ name: `Ilse ${known}`, phase: "Gifts" });
      const html = await (await api.get(`/drifter/${known}`)).text();
      expect(headOfElements(readMarkup(html).elements)).to.include({
        title: `Ilse ${known} · ${collectionConfig.name}`,
        "og:image": `https://site.example/drifters/images/full/${known}.jpg`,
      });
    });
  });
});

/** An IPFS gateway for tests. */
interface FakeGateway extends AsyncDisposable {
  /** Ends with `/ipfs/`. */
  url: string;
  /** Every requested path, without `/ipfs/`. */
  requests: string[];
  /** Sets the response for a path: content, or a function that responds. */
  put(path: string, content: Buffer | string | object | Answer, mediaType?: string): void;
}

type Answer = (response: ServerResponse) => void;

async function startFakeGateway(): Promise<FakeGateway> {
  const responses = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const path = url.replace(/^\/ipfs\//, "");
    requests.push(path);
    const respond = responses.get(path);
    if (respond === undefined) response.writeHead(404).end("no link named");
    else respond(response);
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/ipfs/`,
    requests,
    put(path, content, mediaType = "application/json") {
      responses.set(path, typeof content === "function" ? (content as Answer) : send(content));

      function send(content: Buffer | string | object): Answer {
        const isPlain = typeof content === "string" || Buffer.isBuffer(content);
        const body = isPlain ? content : JSON.stringify(content);
        return (response) => response.writeHead(200, { "content-type": mediaType }).end(body);
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

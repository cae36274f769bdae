import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { createFolderCollection } from "../../../api/src/collection/folderCollection.ts";
import { paintCollection } from "../../../scripts/world/portraits/paintCollection.ts";
import { type Api, problemCodeOf, startApi } from "../../support/api/apiFixture.ts";
import { errorOf } from "../../support/errorOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

describe("collection files", () => {
  let api: Api;
  let directory: string;
  before(async () => {
    directory = await temporaryFolder();
    const tokens = [{ id: 7, phase: "First Dust" }];
    await paintCollection({ tokens, directory, cache: await temporaryFolder() });
    const settings = { collectionDir: directory, responseLifeMilliseconds: 0 };
    api = await startApi({ ...settings, reveal: "all" });
  });
  after(() => api.close());

  it("serves a changed file promptly, regardless of cache durations", async () => {
    const collectionDir = await temporaryFolder();
    const file = join(collectionDir, "metadata", "7.json");
    await mkdir(join(collectionDir, "metadata"));
    await writeFile(file, '{"name":"Before"}');
    await using api = await startApi({ collectionDir, reveal: "all" });
    const read = async () => (await api.get("/drifters/metadata/7.json")).text();
    expect(await read()).to.equal('{"name":"Before"}');
    await writeFile(file, '{"name":"After"}');
    await until(async () => (await read()) === '{"name":"After"}');
  });

  it("[S3.1] [S6.1] [S7.1] serves a drifter's metadata as JSON, to anyone", async () => {
    const response = await api.get("/drifters/metadata/7.json");
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-type")).to.match(/^application\/json/);
    // Safety: the next lines check each field.
    const metadata = (await response.json()) as Record<string, unknown>;
    expect(metadata.name).to.be.a("string");
    expect(metadata.image).to.equal("/drifters/images/full/7.jpg");
    expect(metadata.attributes).to.be.an("array").that.is.not.empty;
    for (const attribute of Array.isArray(metadata.attributes) ? metadata.attributes : []) {
      expect(attribute).to.have.all.keys("trait_type", "value");
      expect(attribute.trait_type).to.be.a("string");
    }
  });

  it("serves the collection's metadata to any site, with URLs below PUBLIC_URL if it is set", async () => {
    for (const publicUrl of ["https://site.example", undefined]) {
      await using api = await startApi({ publicUrl });
      const response = await api.get("/drifters/metadata/collection.json");
      expect(response.headers.get("access-control-allow-origin")).to.equal("*");
      expect(await response.json()).to.deep.equal({
        name: collectionConfig.name,
        description: collectionConfig.tagline,
        image: `${publicUrl ?? ""}/favicon.svg`,
        banner_image: `${publicUrl ?? ""}/preview.jpg`,
        external_link: `${publicUrl ?? ""}/`,
      });
    }
  });

  for (const { path, file } of [
    { path: "/drifters/images/7.jpg", file: "images/7.jpg" },
    { path: "/drifters/images/full/7.jpg", file: "images/full/7.jpg" },
  ]) {
    it(`[S6.1] [S7.2] serves ${path} as a JPEG`, async () => {
      const response = await api.get(path);
      expect(response.status).to.equal(200);
      expect(response.headers.get("content-type")).to.equal("image/jpeg");
      const served = Buffer.from(await response.arrayBuffer());
      expect(served.equals(await readFile(join(directory, file)))).to.equal(true);
    });
  }

  it("serves portraits in each width as WebP, or the JPEG if the collection has none", async () => {
    for (const width of [160, 320, 480]) {
      const response = await api.get(`/drifters/images/${width}/7.webp`);
      expect(response.headers.get("content-type")).to.equal("image/webp");
      const { format, width: served } = await sharp(await response.arrayBuffer()).metadata();
      expect([format, served]).to.deep.equal(["webp", width]);
    }
    await rm(join(directory, "images/160/7.webp"));
    const jpeg = await api.get("/drifters/images/160/7.webp");
    expect(jpeg.headers.get("content-type")).to.equal("image/jpeg");
    expect(jpeg.headers.get("etag")).to.be.a("string");
    expect(Buffer.from(await jpeg.arrayBuffer())).to.deep.equal(
      await readFile(join(directory, "images/7.jpg")),
    );
  });

  it("[S7.1] [S7.2] returns 404 with problem details, not a page, for a missing drifter", async () => {
    for (const path of [
      "/drifters/metadata/8.json",
      "/drifters/images/8.jpg",
      "/drifters/images/full/8.jpg",
      "/drifters/images/320/8.webp",
    ]) {
      const response = await api.get(path, { accept: "text/html" });
      expect(response.headers.get("content-type")).to.equal("application/problem+json");
      expect(await problemCodeOf(response)).to.equal("404 token.not_found");
    }
  });

  it("returns 404 when there is no collection", async () => {
    await using bare = await startApi({ reveal: "all" });
    expect(await problemCodeOf(await bare.get("/drifters/images/7.jpg"))).to.equal(
      "404 token.not_found",
    );
  });

  it("resends a file only after a change, and omits the file's ETag from an error", async () => {
    const path = "/drifters/images/7.jpg";
    const etag = (await api.get(path)).headers.get("etag");
    expect((await api.revalidate(path, etag)).status).to.equal(304);
    const { status, headers } = await api.get(path, { "if-match": '"other"' });
    expect([status, headers.get("etag")]).to.deep.equal([412, null]);
    await writeFile(join(directory, "images/7.jpg"), "repainted");
    expect((await api.revalidate(path, etag)).status).to.equal(200);
  });

  it("counts drifters by metadata, and ignores metadata that is not JSON or exceeds 256 KiB", async () => {
    const { listIds, readMetadata } = createFolderCollection(directory, pino({ level: "silent" }));
    const metadata = { name: "Ilse", image: "", attributes: [] };
    const put = (name: string, text: string) => writeFile(join(directory, "metadata", name), text);
    for (const name of ["_metadata.json", "08.json", "9.png"]) await put(name, "{}");
    const whole = JSON.stringify(metadata).padEnd(256 * 1024);
    await put("10.json", whole);
    await put("11.json", `${whole} `);
    await put("12.json", "{");
    expect([...(await listIds())].sort()).to.deep.equal(["10", "11", "12", "7"]);
    expect(await readMetadata("10")).to.include({ name: "Ilse" });
    for (const id of ["11", "12"]) expect(await readMetadata(id), id).to.equal(undefined);
  });

  it("lets other sites embed files and detect missing files", async () => {
    for (const id of [7, 8]) {
      const { headers } = await api.get(`/drifters/metadata/${id}.json`);
      expect(headers.get("access-control-allow-origin")).to.equal("*");
      expect(headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
    }
  });

  it("distinguishes unreadable from missing metadata, and logs the error once", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "metadata"));
    const file = join(folder, "metadata/1.json");
    // A symbolic link to itself is unreadable for every user, including root.
    await symlink(file, file);
    const log: object[] = [];
    const logger = pino({ base: null }, { write: (line) => log.push(JSON.parse(line)) });
    const { readMetadata } = createFolderCollection(folder, logger);
    for (const _ of [1, 2]) {
      expect(await errorOf(readMetadata("1"))).to.include({ code: "collection.unavailable" });
    }
    expect(await readMetadata("2")).to.equal(undefined);
    expect(log).to.have.length(1);
    expect(log[0]).to.include({
      file,
      msg: "metadata cannot be read, so the token is shown without it",
    });
  });
});

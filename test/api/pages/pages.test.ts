import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import type { Settings } from "../../../api/src/settings/settings.ts";
import {
  type Api,
  account,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

const owner = account(2);
const template = `<html><head><!--page-head--><!--/page-head--><!--page-links--><!--runtime-config--><script src="/assets/app-1.js"></script></head>
<body><div id="root"><!--page--><noscript>No scripts.</noscript><!--/page--></div></body></html>`;

/** A renderer that outputs the data that it fetches; it fails for /mint and for unreadable data. */
const bundle = `
let renderings = 0;
export const builtFor = "assets/app-1.js";
export async function renderPage({ path, status }, read) {
  if (path === "/mint") return undefined;
  const drifterId = path.replace("/drifter/", "");
  const paths = path === "/" ? ["/api/narrative"]
    : ["/drifters/metadata/" + drifterId + ".json", "/api/narrative/" + drifterId];
  const answers = [];
  for (const wanted of paths) answers.push({ path: wanted, ...await read(wanted) });
  if (answers.some(({ body }) => body.includes("Throw."))) throw new Error("It cannot render this.");
  if (answers.some(({ body }) => body.includes("Exit."))) process.exit();
  renderings += 1;
  const data = JSON.stringify({ renderings, answers, status, closing: "</script> $&" });
  const files = { styles: ["assets/page.css"], modules: ["assets/page.js"] };
  return { markup: "<h1>" + path + " $& </h1>".padEnd(2000), data, files };
}`;

describe("server-rendered page", () => {
  const fixture = useFixture();
  let folder: string;
  let api: Api;
  const logged: { msg: string; reason: string }[] = [];
  const logger = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line)) });

  before(async () => {
    folder = await temporaryFolder();
    for (const place of ["web", "renderer", "collection/metadata"]) {
      await mkdir(join(folder, place), { recursive: true });
    }
    await writeFile(join(folder, "web/index.html"), template);
    await writeFile(join(folder, "renderer/renderPage.js"), bundle);
    await writeFile(join(folder, "renderer/package.json"), '{"type":"module"}');
    api = await serve();
  });
  after(() => api.close());

  const longLives = { responseLifeMilliseconds: 3_600_000, mintedLifeMilliseconds: 3_600_000 };
  const serve = (overrides: Partial<Settings> = {}) => {
    const webDir = join(folder, "web");
    const collectionDir = join(folder, "collection");
    const places = { webDir, collectionDir, publicUrl: "https://site.example" };
    const settings = { ...places, responseLifeMilliseconds: 0, ...overrides };
    return startApiFor(fixture, settings, logger);
  };

  /** Mints a drifter with metadata and an optional story to the owner. */
  async function bringToken(story?: string): Promise<string> {
    const drifterId = await fixture.giveToken(owner.address);
    await describeToken(drifterId, "Ilse");
    if (story !== undefined) await save(drifterId, story);
    return drifterId;
  }

  const describeToken = (drifterId: string, name: string) =>
    writeFile(join(folder, `collection/metadata/${drifterId}.json`), JSON.stringify({ name }));

  async function save(drifterId: string, narrative: string): Promise<void> {
    expect((await api.save(await signedSave(owner, drifterId, narrative))).status).to.equal(200);
  }

  async function read(path: string, from = api) {
    const response = await from.get(path, { accept: "text/html" });
    const html = await response.text();
    const [, json] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    const data = json === undefined ? undefined : JSON.parse(json);
    return { status: response.status, headers: response.headers, html, data };
  }

  it("contains the markup, the data, and links to the page's files", async () => {
    const { status, html, data } = await read(`/drifter/${await bringToken("Told.")}`);
    expect(status).to.equal(200);
    expect(html).to.match(/<div id="root"><h1>\/drifter\/\d+ \$& <\/h1> +<\/div>/);
    expect(html).not.to.contain("No scripts.");
    expect(html).to.contain('<link rel="stylesheet" href="/assets/page.css" />');
    expect(html).to.contain('<link rel="modulepreload" href="/assets/page.js" />');
    expect(data.closing).to.equal("</script> $&");
    // Also the configuration, the data and the JSON-LD.
    expect(html.match(/<\/script>/g)).to.have.length(4);
  });

  it("is rendered from the service's own API responses", async () => {
    const told = await bringToken("Told.");
    const silent = await bringToken();
    const removed = await bringToken("Told once.");
    await save(removed, "<!-- gone -->");
    for (const path of ["/", ...[told, silent, removed].map((id) => `/drifter/${id}`)]) {
      const { answers } = (await read(path)).data;
      for (const { path: route, status, headers, body } of answers) {
        const response = await api.get(route);
        expect(status, route).to.equal(response.status);
        const expected = await response.json();
        if (route.includes("metadata")) expect(JSON.parse(body).name).to.equal("Ilse");
        else if (status === 200) expect(JSON.parse(body), route).to.deep.equal(expected);
        else expect(JSON.parse(body).removed, route).to.deep.equal(expected.removed);
        const etag = route.includes(`narrative/`) ? response.headers.get("etag") : null;
        expect(headers.etag ?? null, route).to.equal(etag);
      }
    }
  });

  it("stays the same, and is not resent, until the story changes", async () => {
    const drifterId = await bringToken();
    const ready = await serve(longLives);
    const path = `/drifter/${drifterId}`;
    // Reads the names, which also counts as a change.
    await read(path, ready);
    let last = await read(path, ready);
    const report = async (narrative: string) =>
      expect((await ready.save(await signedSave(owner, drifterId, narrative))).status).to.equal(
        200,
      );
    const changes = [
      () => report("Told."),
      () => report("Told again."),
      () => report("<!-- removed -->"),
    ];
    for (const change of changes) {
      expect((await read(path, ready)).html).to.equal(last.html);
      expect((await ready.revalidate(path, last.headers.get("etag"))).status).to.equal(304);
      await change();
      expect((await ready.revalidate(path, last.headers.get("etag"))).status).to.equal(200);
      last = await read(path, ready);
    }
    await ready.close();
  });

  it("shows an unminted drifter as missing until it is minted", async () => {
    const last = await fixture.giveToken(owner.address);
    const path = `/drifter/${Number(last) + 1}`;
    await describeToken(`${Number(last) + 1}`, "Not yet");
    const { html, data } = await read(path);
    const statuses = data.answers.map(({ status }: { status: number }) => status);
    expect([data.status, ...statuses]).to.deep.equal([404, 404, 404]);
    expect(html).to.contain(`<h1>${path}`);
    await fixture.giveToken(owner.address);
    expect((await read(path)).status).to.equal(200);
  });

  it("leaves the page to the browser without data or a renderer, and renders the remaining pages", async () => {
    const told = `/drifter/${await bringToken("Told.")}`;
    const faulty = [await bringToken("Throw.")];
    for (const path of ["/mint", ...faulty.map((drifterId) => `/drifter/${drifterId}`)]) {
      const { status, html, data } = await read(path);
      expect(status).to.equal(200);
      expect(html).to.contain("<noscript>No scripts.</noscript>");
      expect(data).to.equal(undefined);
    }
    const { renderings } = (await read(told)).data;
    // The renderer keeps running: pages do not restart it.
    const { data } = await read(`/drifter/${await bringToken("Told, too.")}`);
    expect(data.renderings).to.equal(renderings + 1);
  });

  it("leaves rendering to the browser for a client over the chain-read limit", async () => {
    await using limited = await serve({ ownerReadsPerMinute: 1 });
    const path = `/owner/${owner.address}`;
    const results = [await read(path, limited), await read(`${path}?again`, limited)];
    expect(results.map(({ data }) => data?.status)).to.deep.equal([200, undefined]);
  });

  describe("when the renderer", () => {
    for (const [what, source, reason] of [
      ["is missing", undefined, "FILE is missing: run `npm run build`"],
      [
        "is of another build",
        bundle.replace("app-1", "app-2"),
        "FILE belongs to a different build: run `npm run build`",
      ],
      ["does not load", "throw new Error('It does not load.')", "It does not load."],
      ["ends", bundle.replace('"Exit."', '""'), "the renderer exited"],
    ] as const) {
      it(`${what}: leaves rendering to browsers, and logs the cause once`, async () => {
        const file = join(folder, "renderer/renderPage.js");
        if (source === undefined) await rm(file);
        else await writeFile(file, source);
        logged.length = 0;
        await using other = await serve();
        for (let page = 0; page < 3; page += 1) {
          const { status, data } = await read("/", other);
          expect({ status, data }).to.deep.equal({ status: 200, data: undefined });
        }
        // A thread's exit is reported only after its page's port has closed.
        await until(() => logged.length > 0);
        expect(logged.map(({ msg }) => msg)).to.deep.equal(["pages are rendered by browsers only"]);
        expect(logged[0]?.reason.replace(file, "FILE")).to.equal(reason);
      });
    }
  });
});

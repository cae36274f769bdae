import { existsSync } from "node:fs";
import { mock } from "node:test";
import { expect } from "chai";
import type { ServiceResponse } from "#protocol/wire/pageMarkup";

import { pageList } from "#protocol/wire/pages";
import "../../support/web/componentLoader.ts";
import { readMarkup } from "../../support/readMarkup.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";

const { renderApp } = await import("../../../web/src/server/renderApp.tsx");

const rejected: ServiceResponse = {
  status: 404,
  headers: {},
  body: '{"code":"token.not_found"}',
};

describe("renderApp", () => {
  beforeEach(() => void mock.method(console, "error", () => {}));
  afterEach(() => mock.reset());

  /** Renders the page at a path; returns the requested service paths. */
  async function render(
    path: string,
    status: 200 | 404,
    respond: (path: string) => ServiceResponse,
  ) {
    const reads: string[] = [];
    const request = { path, status, config: pageSettings };
    const rendered = await renderApp(request, async (path) => {
      reads.push(path);
      return respond(path);
    });
    return { rendered, reads: reads.sort() };
  }

  it("reports an unminted drifter, and requests no neighbors", async () => {
    const { rendered, reads } = await render("/drifter/9999", 404, () => rejected);
    const { words } = readMarkup(rendered?.markup ?? "");
    expect(words).to.contain("Drifter #9999 not found.Not minted yet.");
    expect(reads).to.deep.equal(["/api/narrative/9999", "/drifters/metadata/9999.json"]);
  });

  it("reads an existing drifter's neighbors, and marks them as incomplete", async () => {
    const none = '"previous":null,"next":null,"withStory":null,"owner":null,"sameOwner":null';
    const body = `{"name":"Mara","image":"/7.jpg","attributes":[],${none},"samePhase":[],"mentionedIn":[],"mentions":[],"traits":[]}`;
    const { rendered, reads } = await render("/drifter/7", 200, (path) =>
      path.endsWith("/7") ? rejected : { status: 200, headers: {}, body },
    );
    expect(rendered?.data).to.match(/\["neighbors","7"\][^}]*\}[^}]*"dataUpdatedAt":1,/);
    expect(reads).to.deep.equal([
      "/api/narrative/7",
      "/api/tokens/7/neighbors",
      "/drifters/metadata/7.json",
    ]);
  });

  it("names the author of a story whose name the neighbors contain", async () => {
    const author = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    const story = { narrative: "Ash fell.", author, savedAt: "2026-05-04T10:00:00Z", revision: 1 };
    const none = { previous: null, next: null, withStory: null, owner: null, sameOwner: null };
    const lists = { samePhase: [], mentionedIn: [], mentions: [], traits: [] };
    const names = { [author]: { name: "ash.eth" } };
    const { rendered } = await render("/drifter/7", 200, () => ({
      status: 200,
      headers: { etag: '"1-a"' },
      body: JSON.stringify({ name: "Mara", attributes: [], ...story, ...none, ...lists, names }),
    }));
    expect(readMarkup(rendered?.markup ?? "").words).to.contain("Written by ash.eth,");
  });

  it("includes the first 120 stories of a longer list, marked as incomplete", async () => {
    for (const [count, updatedAt] of [
      [120, 2],
      [121, 1],
    ] as const) {
      const stories = Array.from({ length: count }, (_, index) => ({ drifterId: `${index + 1}` }));
      const response = { status: 200, headers: {}, body: JSON.stringify(stories) };
      const { rendered } = await render("/", 200, () => response);
      const { queries } = JSON.parse(rendered?.data ?? "");
      const { data, dataUpdatedAt } = queries[0].state;
      expect([data.length, dataUpdatedAt]).to.deep.equal([120, updatedAt]);
    }
  });

  it("includes the drifter selector only on home and drifter pages", async () => {
    const hasSelector = async (path: string) => {
      const { rendered } = await render(path, 200, () => ({
        status: 200,
        headers: {},
        body: "[]",
      }));
      return /<input[^>]+Drifter ID/.test(rendered?.markup ?? "");
    };
    expect([await hasSelector("/"), await hasSelector("/about")]).to.deep.equal([true, false]);
  });

  it("returns the page's module, in a folder and a file with the page's name", async () => {
    const { rendered } = await render("/about", 200, () => rejected);
    expect(rendered?.modules).to.deep.equal(["src/about/AboutPage.tsx"]);
    for (const { name } of pageList) {
      const file = `web/src/${name}/${name.charAt(0).toUpperCase()}${name.slice(1)}Page.tsx`;
      expect(existsSync(file), file).to.equal(true);
    }
  });

  it("describes a valid address for an invalid path, without a request", async () => {
    const { rendered, reads } = await render("/owner/0x12", 404, () => rejected);
    expect(readMarkup(rendered?.markup ?? "").words).to.contain(
      "A wallet address is 0x and 40 hexadecimal digits",
    );
    expect(reads).to.deep.equal([]);
  });

  it("says that no wallet has a name, without a request", async () => {
    const { rendered, reads } = await render("/owner/oda.eth", 404, () => rejected);
    expect(readMarkup(rendered?.markup ?? "").words).to.contain("No wallet has the name oda.eth.");
    expect(reads).to.deep.equal([]);
  });

  it("fails if the service does not respond", async () => {
    const failing = render("/drifter/7", 200, () => ({ status: 500, headers: {}, body: "{}" }));
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(error)
      .to.be.an("error")
      .with.property("message")
      .that.matches(/has status 500/);
  });
});

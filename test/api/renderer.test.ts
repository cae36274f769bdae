import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import type { RenderedPage } from "#protocol/pageMarkup";
import { createRenderer } from "../../api/src/page/renderer.ts";
import { pageSettings as config } from "../support/pageSettings.ts";
import { temporaryFolder } from "./apiFixture.ts";

const template = { html: '<script src="/app.js"></script>' };
const page: RenderedPage = {
  markup: "Rendered.",
  data: "{}",
  files: { styles: [], modules: [] },
  isPartial: false,
};

/** Renders pages by path. */
const bundle = `
export const builtFor = "app.js";
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
const before = { "/unread": () => { throw new Error("It cannot be read."); } };
const pages = {
  "/spin": () => { for (;;); },
  "/backtrack": () => /^(a+)+$/.test("a".repeat(60) + "b"),
  "/throw": () => { throw new Error("It cannot be rendered."); },
  "/exit": () => process.exit(),
  "/fill": () => { for (const all = [];;) all.push(new Array(1e6).fill(all.length)); },
  "/wait": wait,
};
export async function renderPage({ path }, read, onRead) {
  await read(path);
  before[path]?.();
  onRead();
  pages[path]?.();
  return ${JSON.stringify(page)};
}`;

describe("createRenderer", () => {
  let webDir: string;
  before(async () => {
    const folder = await temporaryFolder();
    webDir = join(folder, "web");
    await mkdir(join(folder, "renderer"));
    await writeFile(join(folder, "renderer/renderPage.js"), bundle);
    await writeFile(join(folder, "renderer/package.json"), '{"type":"module"}');
  });

  /** Renders pages at the same time. */
  async function render(...paths: string[]) {
    const renderer = createRenderer({
      webDir,
      read: async () => ({ status: 200, headers: {}, body: "" }),
      logger: pino({ level: "silent" }),
      maxCpuMilliseconds: 150,
    });
    const request = { status: 200, config } as const;
    try {
      return await Promise.all(
        paths.map((path) => renderer.render(template, { ...request, path })),
      );
    } finally {
      await renderer.close();
    }
  }

  for (const [what, path] of [
    ["takes too much CPU", "/spin"],
    ["takes too much CPU in a regular expression", "/backtrack"],
    ["throws", "/throw"],
    ["ends the thread", "/exit"],
    ["takes too much memory", "/fill"],
  ] as const) {
    it(`fails a page that ${what}, and renders those before and after it`, async () => {
      expect(await render("/1", path, "/2")).to.deep.equal([page, "failed", page]);
    });
  }

  it("counts neither other pages nor time without CPU", async () => {
    expect(await render("/wait", "/wait")).to.deep.equal([page, page]);
  });

  it("does not blame a page for what cannot be read", async () => {
    expect(await render("/unread", "/1")).to.deep.equal([undefined, page]);
  });
});

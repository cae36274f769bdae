import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import { WorkerRenderer } from "../../../api/src/pages/renderer.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const renderPage = `
  export const builtFor = "app.js";
  export async function renderPage({ path }, read, onRead) {
    onRead();
    if (path === "/endless") {
      read("/begun");
      for (;;);
    }
    return { markup: path };
  }
  export const renderStory = async (narrative) => \`<p>\${narrative}</p>\`;`;

describe("WorkerRenderer", () => {
  afterEach(() => mock.timers.reset());

  it("stops a render that does not end, and skips only that page until the next build", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "renderer"));
    await writeFile(join(folder, "renderer/renderPage.js"), renderPage);
    const log: { msg: string; path: string }[] = [];
    mock.timers.enable({ apis: ["setTimeout"] });
    const renderer = new WorkerRenderer({
      webDir: join(folder, "web"),
      async read() {
        mock.timers.tick(5_000);
        return { status: 200, headers: {}, body: "" };
      },
      logger: pino({}, { write: (line) => log.push(JSON.parse(line)) }),
    });
    let template = `<script src="/app.js">`;
    // Safety: the page does not read it.
    const config = {} as RuntimeConfig;
    const render = (path: string) => renderer.render(template, { path, status: 200, config });
    for (const failures of [1, 1, 2]) {
      if (failures === 2) template += "<!--another build-->";
      expect(await render("/endless")).to.equal(undefined);
      expect(await render("/other")).to.deep.equal({ markup: "/other" });
      expect(await renderer.renderStory(template, { path: "/7", narrative: "Dry." })).to.equal(
        "<p>Dry.</p>",
      );
      expect(log.map(({ msg, path }) => `${path}: ${msg}`)).to.deep.equal(
        Array(failures).fill("/endless: a page was not rendered"),
      );
    }
    await renderer.close();
  });
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { pino } from "pino";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import { createRenderer } from "../../../api/src/pages/renderer.ts";
import { temporaryFolder } from "../../support/api/apiFixture.ts";

/** A page that reads once more while it is rendered. */
const renderPage = `
  export const builtFor = "app.js";
  export async function renderPage({ path }, read, onRead) {
    onRead();
    await read(path);
    return { markup: path };
  }`;

describe("createRenderer", () => {
  const { cpuUsage } = Worker.prototype;
  afterEach(() => {
    Worker.prototype.cpuUsage = cpuUsage;
  });

  it("blames no page for the CPU of one that ended while it was asked for", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "renderer"));
    await writeFile(join(folder, "renderer/renderPage.js"), renderPage);
    const log: string[] = [];
    const isAsked = Promise.withResolvers<void>();
    const used = Promise.withResolvers<NodeJS.CpuUsage>();
    Worker.prototype.cpuUsage = async (before) => {
      if (before === undefined) return { user: 0, system: 0 };
      isAsked.resolve();
      return used.promise;
    };
    const renderer = createRenderer({
      webDir: join(folder, "web"),
      async read(path) {
        if (path === "/first") await isAsked.promise;
        return { status: 200, headers: {}, body: "" };
      },
      logger: pino({}, { write: (line) => log.push(line) }),
      maxCpuMilliseconds: 1,
    });
    const template = { html: `<script src="/app.js">` };
    // Safety: the page does not look at it.
    const config = {} as RuntimeConfig;
    const render = (path: string) => renderer.render(template, { path, status: 200, config });
    expect(await render("/first")).to.deep.equal({ markup: "/first" });
    used.resolve({ user: 1e9, system: 0 });
    expect(await render("/second")).to.deep.equal({ markup: "/second" });
    await renderer.close();
    expect(log).to.deep.equal([]);
  });
});

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const root = join(import.meta.dirname, "../../..");

/** Browser messages, which libraries also contain. */
const browsersOwn = "Failed to fetch";

/** Shorter texts may occur elsewhere and prove nothing. */
const sentence = /^\S+ \S+ \S+/;

describe("production bundle", () => {
  const { open } = enterSharedWorld();

  it("[D14] contains the mint page, but neither the dev wallet nor the developer's panel", async () => {
    const bundle = (await sourcesIn(join(root, "dist/web/assets"), /\.js$/)).join("\n");
    const panel = (await sourcesIn(join(root, "web/src/dev"), /\.tsx?$/)).join("\n");
    const texts = [...panel.matchAll(/(?<!from |import\()"([^"\n]{10,})"/g)]
      .map(([, text = ""]) => text)
      .filter((text) => sentence.test(text) && text !== browsersOwn);
    expect(texts.length).to.be.above(20);
    expect(texts.filter((text) => bundle.includes(text))).to.deep.equal([]);
    expect(bundle).to.include("Why can't I mint?");
    expect(bundle).not.to.match(/\/@world|Local accounts|dev_selectAccount|dev\.worldId/);
    expect(bundle).not.to.include("Become the owner");
  });

  it("contains every file that its styles reference", async () => {
    const styles = (await sourcesIn(join(root, "dist/web/assets"), /\.css$/)).join("\n");
    const named = [...styles.matchAll(/url\("?([^")]+)"?\)/g)].map(([, url = ""]) => url);
    expect(named).not.to.be.empty;
    const missing = named.filter((url) => !existsSync(join(root, "dist/web", url)));
    expect(missing).to.deep.equal([]);
  });

  it("links to the licenses of all packages and fonts in the footer", async () => {
    const page = await open();
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Licenses" }).click();
    await page.waitForURL("**/third-party-notices.txt");
    const notices = await page.locator("body").innerText();
    const named = [...notices.matchAll(/^={72}\n(\S+) \S+ \((.+)\)$/gm)].map(([, name]) => name);
    expect(named).to.include.members(["react", "viem", "@walletconnect/ethereum-provider"]);
    expect(notices.split("SIL OPEN FONT LICENSE Version 1.1")).to.have.length(4);
    expect(notices).to.contain("Copyright (c) Meta Platforms, Inc. and affiliates.");
  });

  it("requests stylesheets before scripts and fonts, because the first paint waits for them", async () => {
    const page = await open();
    const html = (await (await page.goto("/"))?.text()) ?? "";
    const requested = [...html.matchAll(/<(?:link rel="(\w+)"|(script) type="module")/g)]
      .map(([, rel, script]) => rel ?? script ?? "")
      .filter((kind) => /stylesheet|preload|script/.test(kind));
    const lastStylesheet = requested.lastIndexOf("stylesheet");
    expect(lastStylesheet).to.be.at.least(1);
    expect(requested.slice(0, lastStylesheet + 1).every((kind) => kind === "stylesheet")).to.equal(
      true,
      requested.join(", "),
    );
  });

  it("loads no minting code and at most 120 kB of scripts on the home page", async () => {
    const page = await open();
    const scripts: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response.text());
    });
    await page.goto("/", { waitUntil: "networkidle" });
    const fetched = await Promise.all(scripts);
    expect(fetched).not.to.be.empty;
    for (const script of fetched) expect(script).not.to.include("Why can't I mint?");
    const bytes = fetched.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).to.be.at.most(120_000);
  });
});

async function sourcesIn(folder: string, names: RegExp): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => names.test(file));
  return Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
}

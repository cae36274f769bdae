import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { localChainId, localContractAddress } from "#protocol/chain/localWorld";
import type { SignedRevision } from "#protocol/wire/responses";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { runStories } from "../../../scripts/commands/stories/runStories.ts";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { sharedBrowser } from "../../support/web/sharedBrowser.ts";

const story = `# Ash on the water

She met [Drifter 8](/drifter/8), not [Drifter 9](/drifter/9).

![Dust](https://elsewhere.example/dust.jpg) ![Here](/drifters/images/7.jpg)`;

/** A signed revision whose signature nobody checks. */
function signedRevisionOf(drifterId: string, revision: number, narrative: string): SignedRevision {
  return {
    drifterId,
    narrative,
    signedMessage: "",
    signature: "0x",
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: `2026-05-0${revision}T10:00:00.00${drifterId}Z`,
    blockNumber: 1,
    chainId: localChainId,
    contract: localContractAddress,
    revision,
  };
}

describe("book opened from disk", () => {
  let book: string;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  before("write a book", async () => {
    await requestResource("page");
    const folder = await temporaryFolder();
    const collectionDir = join(folder, "collection");
    for (const name of ["metadata", "images"]) {
      await mkdir(join(collectionDir, name), { recursive: true });
    }
    const metadata = {
      name: "Ilse Stoneloom",
      attributes: [{ trait_type: "Helm", value: "Globe" }],
    };
    await writeFile(join(collectionDir, "metadata/7.json"), JSON.stringify(metadata));
    await writeFile(join(collectionDir, "images/7.jpg"), jpeg);
    const revisions = [
      signedRevisionOf("7", 1, "It was *dry*."),
      signedRevisionOf("7", 2, story),
      signedRevisionOf("8", 1, "A well of salt."),
    ];
    await writeFile(join(folder, "stories.json"), JSON.stringify(revisions));
    book = join(folder, "a place with spaces", "book");
    const args = ["book", book, "--from", join(folder, "stories.json")];
    const settings = () => readSettings({ COLLECTION_DIR: collectionDir });
    const { status, stderr } = await runInProcess((output) => runStories(args, settings, output));
    expect(status, stderr).to.equal(0);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(faults.splice(0)).to.deep.equal([]);
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await (await sharedBrowser()).newContext(options);
    contexts.push(context);
    const page = await context.newPage();
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // Leaving a page aborts its pending requests.
      if (reason !== "net::ERR_ABORTED") faults.push(`${request.url()}: ${reason}`);
    });
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(pathToFileURL(join(book, path)).href);
    return page;
  }

  it("shows a story with its portrait and links to every version, without scripts", async () => {
    const page = await open("index.html", { javaScriptEnabled: false });
    expect(await page.getByRole("searchbox").count()).to.equal(0);
    await page.getByRole("link", { name: "Drifter #7 Ilse Stoneloom" }).click();
    await page.waitForURL(/\/drifter\/7(\.html|\/)/);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).to.equal("Ilse Stoneloom");
    const portrait = page.getByRole("img", { name: "Ilse Stoneloom" });
    expect(await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).to.equal(1);
    const text = page.getByRole("region", { name: "Story" });
    expect(await text.getByRole("link", { name: "Drifter 9" }).count()).to.equal(0);
    expect(
      await text.getByRole("link", { name: "elsewhere.example" }).getAttribute("href"),
    ).to.equal("https://elsewhere.example/dust.jpg");
    await page.getByRole("link", { name: "Revision 1" }).click();
    await text.filter({ hasText: "It was dry." }).waitFor();
    await page.getByRole("link", { name: "Current version" }).click();
    await text.getByRole("link", { name: "Drifter 8" }).click();
    await text.filter({ hasText: "A well of salt." }).waitFor();
  });

  it("searches stories by text, name, trait and number without a server", async () => {
    const page = await open("index.html");
    const search = page.getByRole("search");
    for (const [query, found] of [
      ["WELL sal", "Drifter #8"],
      ["7", "Drifter #7 Ilse Stoneloom"],
      ["globe stoneloom", "Drifter #7 Ilse Stoneloom"],
    ] as const) {
      await search.getByRole("searchbox", { name: "Search" }).fill(query);
      await search.getByRole("link").filter({ hasText: found }).waitFor();
      expect(await search.getByRole("link").allInnerTexts(), query).to.deep.equal([found]);
      expect(await page.locator("[data-stories]").isVisible()).to.equal(false);
    }
    await search.getByRole("link").click();
    await page.waitForURL(/\/drifter\/7(\.html|\/)/);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).to.equal("Ilse Stoneloom");
  });

  it("passes axe on phones and wide screens, in both color schemes", async () => {
    for (const path of ["index.html", "drifter/7/1.html", "about.html"]) {
      expect(await violationsInBothSchemes(await open(path)), path).to.deep.equal([]);
    }
  });
});

/** A gray pixel. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);

import { expect } from "chai";
import type { Page } from "playwright-core";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { connect, publish, tokenPage } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

/** Deletes functions that at least one of the oldest supported browsers lacks. Runs in the page. */
function deleteNewerFunctions(): void {
  const holders: [object, string[]][] = [
    [Array.prototype, ["toReversed", "toSorted", "toSpliced", "with"]],
    [Object.getPrototypeOf(Uint8Array.prototype), ["toReversed", "toSorted", "with"]],
    [Uint8Array.prototype, ["toBase64", "toHex", "setFromBase64", "setFromHex"]],
    [Uint8Array, ["fromBase64", "fromHex"]],
    [String.prototype, ["isWellFormed", "toWellFormed"]],
    [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isDisjointFrom"]],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ["map", "filter", "some", "every", "find", "flatMap", "take", "toArray"],
    ],
    [Array, ["fromAsync"]],
    [Map, ["groupBy"]],
    [Object, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [URL, ["parse", "canParse"]],
    [AbortSignal, ["any"]],
    [Intl, ["Segmenter", "DurationFormat"]],
    [globalThis, ["Iterator", "scheduler", "navigation"]],
  ];
  for (const [holder, names] of holders) {
    for (const name of names) Reflect.deleteProperty(holder, name);
  }
}

describe("early 2023 browser", () => {
  const { open, openWithWallet, world } = enterSharedWorld();
  let site: Awaited<ReturnType<typeof serveProduction>>;
  before("a server with a story is up", async () => {
    site = await serveProduction(world());
  });
  after(() => site?.close());

  /** Records errors that the page throws or logs. */
  function pageErrors(page: Page): string[] {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && message.args().length > 0) errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error.stack)));
    return errors;
  }

  it("shows a drifter, filters, search, editor and history without errors", async () => {
    const { page, story } = await openWithWallet(2, { url: site.webUrl });
    const errors = pageErrors(page);
    await page.addInitScript(deleteNewerFunctions);
    await page.goto("/drifter/7");
    await tokenPage(page).name.waitFor();
    await connect(page);
    await story.write.click();
    await publish(
      story,
      "Two *lamps*, [lit](https://example.org).\n\n![A lamp](https://example.org/lamp.png)",
    );
    await story.edit.click();
    await publish(story, "Three *lamps*.");
    await page.reload();
    await story.section.locator("em").waitFor();
    await page.getByRole("button", { name: "2 revisions" }).click();
    await page.getByRole("button", { name: "What changed of revision 2" }).click();
    await page.locator("del").first().waitFor();
    await page
      .getByRole("navigation", { name: "Site" })
      .getByRole("link", { name: "Drifters", exact: true })
      .click();
    await page.getByLabel("Search").fill("lamps");
    await page.getByText("1 drifter", { exact: true }).waitFor();
    await page.getByText("Phases and traits").click();
    await page.getByRole("checkbox").first().check();
    await page.waitForURL(/[?&](phase|trait)=/);
    await page.getByText("1 drifter", { exact: true }).waitFor();
    expect(errors).to.deep.equal([]);
  });

  describe("with failing scripts", () => {
    const notice = "This page hasn't started completely.";

    /** Expects the server's page, with the notice. */
    async function expectReadable(page: Page, text: string): Promise<void> {
      await page.getByText(notice).waitFor();
      expect(await page.getByRole("main").getByText(text).first().isVisible()).to.equal(true);
      expect(await page.getByText("Something went wrong").count()).to.equal(0);
      expect(await page.getByRole("button", { name: "Connect wallet" }).isVisible()).to.equal(
        false,
      );
    }

    it("preserves a server-rendered page, and adds a notice", async () => {
      const page = await open();
      await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "flatMap"));
      await page.goto("/help");
      await expectReadable(page, "Reading");
      await page.getByRole("link", { name: "About", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
    });

    it("preserves a page whose own code fails to load, and adds a notice", async () => {
      const page = await open({ isDisposable: true });
      await page.route("**/assets/AboutPage*", (route) => route.abort());
      await page.goto("/about");
      await expectReadable(page, "Contract");
    });

    it("shows the notice on an empty page if no script runs", async () => {
      const page = await open({ isDisposable: true });
      await page.route("**/*.js", (route) => route.abort());
      await page.goto("/mint");
      const shown = page.getByText(notice);
      expect(await shown.isVisible()).to.equal(false);
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      await shown.waitFor();
    });
  });
});

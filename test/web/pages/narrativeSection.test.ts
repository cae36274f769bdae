import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  drawn,
  loggedErrors,
  nextLoggedError,
  routeOwnerOf,
  serveStory,
} from "../../support/answers.ts";
import { drifterPage, storySection } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

// Account 2 owns drifter 7, account 3 does not.
const owner = 2;
const somebodyElse = 3;
const story = "# Ash on the water\n\nShe kept **one** lamp lit.";
const canWrite = "As the owner of this Drifter, you can write their story.";

describe("the narrative section", () => {
  const { open, openWithWallet, world } = enterSharedWorld();

  async function visitTold(narrative: string | undefined) {
    const page = await open();
    await serveStory(page, "7", narrative);
    await page.goto("/drifter/7");
    return { page, ...storySection(page) };
  }

  async function visitToldAs(account: number, narrative: string | undefined) {
    const opened = await openWithWallet(account, { wasConnected: true });
    await serveStory(opened.page, "7", narrative);
    // With a wallet connected, the page renders after it has read the owner.
    const compared = opened.page.waitForResponse(`${world().chain.url}/`);
    await opened.page.goto("/drifter/7");
    await compared;
    return { page: opened.page, ...opened.story };
  }

  it("[S2.22] is below the selector and the card", async () => {
    const { page, section } = await visitTold(story);
    const { selector, name } = drifterPage(page);
    await section.getByText("She kept one lamp lit.").waitFor();
    await name.waitFor();
    const inOrder = selector.or(name).or(section);
    expect(await inOrder.evaluateAll((parts) => parts.map(({ tagName }) => tagName))).to.deep.equal(
      ["INPUT", "H1", "SECTION"],
    );
    const tops = await inOrder.evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect().top),
    );
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
  });

  describe("with a story", () => {
    it("[S4.1] shows only the rendered story to a wallet that does not own the drifter", async () => {
      const { page, section } = await visitToldAs(somebodyElse, story);
      await section.getByRole("heading", { name: "Ash on the water" }).waitFor();
      await drawn(page);
      expect(await section.innerText()).to.match(
        /^\s*ash on the water\s+She kept one lamp lit\.\s*$/i,
      );
      expect(await section.locator("strong").innerText()).to.equal("one");
      expect(await section.getByRole("separator").count()).to.equal(0);
      expect(await section.getByRole("link").count()).to.equal(0);
    });
  });

  describe("without a story", () => {
    it("[S4.6] [S7.6] shows a visitor nothing, and logs nothing", async () => {
      const page = await open();
      const errors = loggedErrors(page);
      await page.goto("/drifter/10");
      await expectNoStory(page);
      expect(errors.map((error) => error.text())).to.deep.equal([]);
    });

    it("[S4.6] shows nothing to a wallet that does not own the drifter", async () => {
      const { page } = await visitToldAs(somebodyElse, undefined);
      await expectNoStory(page);
    });
  });

  describe("when the story fails to load", () => {
    it("[S8.2] logs the error, behaves as if there were no story, and opens no empty editor when the network fails", async () => {
      const { page, story } = await openWithWallet(owner, { wasConnected: true });
      await page.route("/api/narrative/7", (route) => route.abort());
      const logged = nextLoggedError(page);
      await page.goto("/drifter/7");
      expect(await logged).not.to.be.empty;
      await page.getByText(canWrite, { exact: true }).waitFor();
      expect(await story.section.innerText()).to.equal(canWrite);

      await story.write.click();
      await story.alert.getByText("The current story couldn't be loaded.").waitFor();
      expect(await story.text.count()).to.equal(0);
      await page.unroute("/api/narrative/7");
      await serveStory(page, "7", "Told *before*.");
      await story.alert.getByRole("button", { name: "Try again" }).click();
      expect(await story.text.inputValue()).to.equal("Told *before*.");
    });
  });

  it("[S4.6] [S4.31] shows nothing until the owner has been read from the chain", async () => {
    const { page } = await openWithWallet(owner, { wasConnected: true });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: request, resolve: ask } = Promise.withResolvers<void>();
    await routeOwnerOf(page, world(), async (route) => {
      ask();
      await answered;
      await route.fallback();
    });
    await page.goto("/drifter/7");
    await request;
    await expectNoStory(page);
    answer();
    await page.getByText(canWrite).waitFor();
  });
});

async function expectNoStory(page: Page): Promise<void> {
  await drifterPage(page).traits.first().waitFor();
  await drawn(page);
  expect(await page.getByRole("region", { name: "Story" }).count()).to.equal(0);
  expect(await page.getByText("As the owner").count()).to.equal(0);
}

import { expect } from "chai";
import type { Page, Route } from "playwright-core";
import {
  drawn,
  loggedErrors,
  nextLoggedError,
  routeOwnerOf,
  tellStory,
} from "../../support/answers.ts";
import { connect, drifterPage, storySection } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

// Account 2 owns drifter 7, account 3 does not.
const owner = 2;
const somebodyElse = 3;
const story = "# Ash on the water\n\nShe kept **one** lamp lit.";
const canEdit = "As the owner, you can edit this.";
const canWrite = "As the owner of this Drifter, you can write their story.";

describe("the narrative section", () => {
  const { open, openWithWallet, world } = enterSharedWorld();

  async function visitTold(narrative: string | undefined) {
    const page = await open();
    await tellStory(page, "7", narrative);
    await page.goto("/drifter/7");
    return { page, ...storySection(page) };
  }

  async function visitToldAs(account: number, narrative: string | undefined) {
    const opened = await openWithWallet(account);
    await tellStory(opened.page, "7", narrative);
    // Whoever has a wallet has it compared with the owner; then the page can show what it means.
    const compared = opened.page.waitForResponse(`${world().chain.url}/`);
    await opened.page.goto("/drifter/7");
    await connect(opened.page);
    await compared;
    return { page: opened.page, ...opened.story };
  }

  it("[S2.22] stands below the selector and the card", async () => {
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

  describe("given a story", () => {
    const readers = {
      "without a wallet": () => visitTold(story),
      "whose wallet does not own the drifter": () => visitToldAs(somebodyElse, story),
    };
    for (const [who, visit] of Object.entries(readers)) {
      it(`[S4.1] shows somebody ${who} the rendered story, and nothing else`, async () => {
        const { page, section } = await visit();
        await section.getByRole("heading", { name: "Ash on the water" }).waitFor();
        await drawn(page);
        expect(await section.innerText()).to.match(
          /^\s*ash on the water\s+She kept one lamp lit\.\s*$/i,
        );
        expect(await section.locator("strong").innerText()).to.equal("one");
        expect(await section.getByRole("separator").count()).to.equal(0);
        expect(await section.getByRole("link").count()).to.equal(0);
      });
    }

    it("[S4.2] [S4.3] shows its owner the story, a divider and the way to edit it, where only “edit” is a link", async () => {
      const { section, edit, text } = await visitToldAs(owner, story);
      await section.getByText(canEdit, { exact: true }).waitFor();
      const inOrder = section
        .getByRole("heading", { name: "Ash on the water" })
        .or(section.getByRole("separator"))
        .or(section.getByText(canEdit, { exact: true }));
      expect(
        await inOrder.evaluateAll((parts) => parts.map(({ tagName }) => tagName)),
      ).to.deep.equal(["H2", "HR", "P"]);
      expect(await section.getByRole("link").allInnerTexts()).to.deep.equal(["edit"]);
      await edit.click();
      await text.waitFor();
    });
  });

  describe("given no story", () => {
    it("[S4.4] [S4.5] invites the owner to write one, where only “write” is a link", async () => {
      const { section, write, text } = await visitToldAs(owner, undefined);
      await section.getByText(canWrite, { exact: true }).waitFor();
      expect(await section.innerText()).to.equal(canWrite);
      expect(await section.getByRole("link").allInnerTexts()).to.deep.equal(["write"]);
      await write.click();
      await text.waitFor();
    });

    it("[S4.6] [S7.6] shows a visitor nothing, and logs nothing", async () => {
      const page = await open();
      const errors = loggedErrors(page);
      const asked = page.waitForResponse("/api/narrative/10");
      await page.goto("/drifter/10");
      expect((await asked).status()).to.equal(404);
      await expectNoStory(page);
      expect(errors.map((error) => error.text())).to.deep.equal([]);
    });

    it("[S4.6] shows nothing to somebody whose wallet does not own the drifter", async () => {
      const { page } = await visitToldAs(somebodyElse, undefined);
      await expectNoStory(page);
    });

    const withoutText: Record<string, unknown> = {
      "an object without a narrative": { drifterId: "7" },
      "an empty narrative": { drifterId: "7", narrative: "" },
      null: null,
    };
    for (const [answer, json] of Object.entries(withoutText)) {
      it(`[S7.6] takes 200 with ${answer} for no story, and logs nothing`, async () => {
        const { page } = await openWithWallet(owner);
        const errors = loggedErrors(page);
        await page.route("/api/narrative/7", (route) => route.fulfill({ json }));
        await page.goto("/drifter/7");
        await expectNoStory(page);
        await connect(page);
        await page.getByText(canWrite).waitFor();
        expect(errors.map((error) => error.text())).to.deep.equal([]);
      });
    }
  });

  describe("when the story cannot be had", () => {
    const failures: Record<string, (route: Route) => Promise<void>> = {
      "the network fails": (route) => route.abort(),
      "the service answers 500": (route) =>
        route.fulfill({ status: 500, json: { narrative: "Not a story." } }),
      "the answer is not JSON": (route) => route.fulfill({ body: "<!doctype html>" }),
    };
    for (const [failure, fail] of Object.entries(failures)) {
      it(`[S8.2] logs it and behaves as if there were none, if ${failure}`, async () => {
        const { page } = await openWithWallet(owner);
        await page.route("/api/narrative/7", fail);
        const logged = nextLoggedError(page);
        await page.goto("/drifter/7");
        expect(await logged).not.to.be.empty;
        await expectNoStory(page);
        await connect(page);
        await page.getByText(canWrite, { exact: true }).waitFor();
      });
    }
  });

  it("[S4.6] [S4.31] shows nothing while the chain has not said who owns the drifter", async () => {
    const { page } = await openWithWallet(owner);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await routeOwnerOf(page, world(), async (route) => {
      ask();
      await answered;
      await route.fallback();
    });
    await page.goto("/drifter/7");
    await connect(page);
    await asked;
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

import { expect } from "chai";
import type { Page } from "playwright-core";
import { storySection } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Account 2 owns drifters 1 to 9; no other test writes the story of 4.
const owner = 2;

describe("a story's removal", () => {
  const { openWithWallet } = enterSharedWorld();

  it("hides the story from readers, is listed in the history, and can be undone there", async () => {
    const { page, story } = await openWithWallet(owner, { wasConnected: true });
    const conditions: (string | undefined)[] = [];
    page.on("request", (request) => {
      const { "if-match": match, "if-none-match": noneMatch } = request.headers();
      if (request.method() === "POST" && request.url().endsWith("/4")) {
        conditions.push(match ?? noneMatch);
      }
    });
    await page.goto("/drifter/4");
    await story.write.click();
    await story.text.fill("One *lamp* lit.");
    await story.sign.click();
    await story.save.click();
    await story.edit.click();
    const { remove, toggle, revisions } = removalOf(page);
    await remove.click();
    await story.sign.click();
    await story.save.click();
    await story.section.getByRole("status").filter({ hasText: "Story removed." }).waitFor();
    await page.locator("a:focus").and(story.write).waitFor();
    expect((await page.request.get("/api/narrative/4")).status()).to.equal(404);

    await page.reload();
    await page.getByText("Story removed by 0x3C44…93BC").waitFor();
    await toggle.filter({ hasText: "2 revisions" }).click();
    await revisions.first().getByText("Story removed.").waitFor();
    const old = revisions.last();
    await old.getByRole("button", { name: "Restore this version of revision 1" }).click();
    expect(await story.text.inputValue()).to.match(/^<!-- [0-9a-f]{32} -->\n\nOne \*lamp\* lit\.$/);
    await story.section.getByText("Readers don't see it.").waitFor();
    await story.sign.click();
    await story.save.click();
    await story.edit.waitFor();
    expect(await story.section.innerText()).to.match(/^One lamp lit\.\s/);

    await toggle.filter({ hasText: "3 revisions" }).waitFor();
    expect(conditions).to.have.length(3);
    expect([conditions[0], conditions[2]]).to.deep.equal(["*", "*"]);
    expect(conditions[1]).to.match(/^"1-/);
    for (const revision of [revisions.first(), revisions.nth(1)]) {
      await revision.getByRole("button", { name: /^Proof of revision/ }).click();
      await revision.getByText("This proof is valid").waitFor();
    }
  });
});

/** Returns locators for removing and restoring a story, by roles and visible names. */
function removalOf(page: Page) {
  const { section } = storySection(page);
  const history = page.getByRole("region", { name: "Revisions", exact: true });
  return {
    remove: section.getByRole("link", { name: "Remove story", exact: true }),
    toggle: history.getByRole("button", { name: /^\d+ revisions?$/ }),
    revisions: history.getByRole("list", { name: "Revisions, newest first" }).locator("> li"),
  };
}

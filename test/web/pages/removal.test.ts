import { expect } from "chai";
import type { Page } from "playwright-core";
import { storySection } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

// Account 2 owns drifters 6 and 7.
const owner = 2;

describe("a story's removal", () => {
  const { openWithWallet } = enterSharedWorld();

  it("hides the story from readers, is listed in the history, and can be undone there", async () => {
    const { page, story } = await openWithWallet(owner, { wasConnected: true });
    const conditions: (string | undefined)[] = [];
    page.on("request", (request) => {
      const { "if-match": match, "if-none-match": noneMatch } = request.headers();
      if (request.method() === "POST" && request.url().endsWith("/6")) {
        conditions.push(match ?? noneMatch);
      }
    });
    await page.goto("/drifter/6");
    await story.write.click();
    await story.text.fill("One *lamp* lit.");
    await story.sign.click();
    await story.save.click();
    await story.edit.click();
    const { remove, question, confirm, toggle, revisions } = removalOf(page);
    await remove.click();
    expect(await question.innerText()).to.contain(
      "Published text stays public in the history, even if you remove it.",
    );
    await confirm.click();
    await story.section.getByRole("status").filter({ hasText: "Story removed." }).waitFor();
    await page.locator("a:focus").and(story.write).waitFor();
    expect((await page.request.get("/api/narrative/6")).status()).to.equal(404);

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
      await revision.getByText("This receipt is valid").waitFor();
    }
  });

  it("shows a comparison with a version that was published meanwhile before removing that one", async () => {
    const { page, wallet, story } = await openWithWallet(owner, { wasConnected: true });
    const told = { narrative: "One lamp.", tag: '"1-a"' };
    const posted: { condition: string | undefined; text: string }[] = [];
    await page.route("/api/narrative/7", async (route) => {
      const request = route.request();
      if (request.method() === "GET") {
        const { narrative, tag } = told;
        return route.fulfill({ json: { drifterId: "7", narrative }, headers: { ETag: tag } });
      }
      const body = request.postDataJSON();
      const condition = request.headers()["if-match"];
      posted.push({ condition, text: JSON.stringify(body) });
      if (condition === told.tag) return route.fulfill({ json: body });
      return route.fulfill({ status: 412, json: { code: "revision.mismatch" } });
    });
    await page.goto("/drifter/7");
    await story.edit.click();
    const { remove, question, confirm } = removalOf(page);
    await remove.click();
    await question.getByRole("link", { name: "Keep story" }).click();
    await remove.and(page.locator(":focus")).click();

    Object.assign(told, { narrative: "Two lamps.", tag: '"2-b"' });
    await confirm.click();
    await question.getByRole("alert").getByText("A newer version was published.").waitFor();
    await question.locator("ins").getByText("Two lamps").waitFor();
    await question.getByRole("button", { name: "Remove again" }).click();
    await story.section.getByRole("status").filter({ hasText: "Story removed." }).waitFor();
    expect(posted.map(({ condition }) => condition)).to.deep.equal(['"1-a"', '"2-b"']);
    expect(posted[0]?.text).to.equal(posted[1]?.text);
    expect(wallet.signed).to.have.length(1);
  });
});

/** Returns locators for removing and restoring a story, by roles and visible names. */
function removalOf(page: Page) {
  const { section } = storySection(page);
  const question = section.getByRole("region", { name: "Remove this story?" });
  const history = page.getByRole("region", { name: "Revisions", exact: true });
  return {
    remove: section.getByRole("link", { name: "Remove story", exact: true }),
    question,
    confirm: question.getByRole("button", { name: "Sign and remove" }),
    toggle: history.getByRole("button", { name: /^\d+ revisions?$/ }),
    revisions: history.getByRole("list", { name: "Revisions, newest first" }).locator("> li"),
  };
}

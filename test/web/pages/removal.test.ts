import { expect } from "chai";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { publish } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

describe("story removal", () => {
  const { openWithWallet } = enterSharedWorld();

  it("hides the story from readers, and can be undone in the history", async () => {
    // No other test writes the story of 4.
    const { page, story } = await openWithWallet(2, { wasConnected: true });
    await page.goto("/drifter/4");
    await story.write.click();
    await publish(story, "One *lamp* lit.");
    await story.edit.click();
    await story.section.getByRole("link", { name: "Remove story", exact: true }).click();
    await story.sign.click();
    await story.save.click();
    await story.section.getByRole("status").filter({ hasText: "Story removed." }).waitFor();
    await page.locator("a:focus").and(story.write).waitFor();
    expect((await page.request.get("/api/narrative/4")).status()).to.equal(404);

    let reads = 0;
    page.on("request", (request) => {
      reads += request.url().endsWith("/history") ? 1 : 0;
    });
    await page.reload();
    await page.getByText("Story removed by 0x3C44…93BC").waitFor();
    const toggle = page.getByRole("button", { name: "2 revisions" });
    const listed = page.getByRole("list", { name: "Revisions, newest first" });
    await toggle.waitFor();
    expect(reads).to.equal(0);
    await toggle.press("Enter");
    await listed.waitFor();
    expect(reads).to.equal(1);
    await page.keyboard.press("Enter");
    await listed.waitFor({ state: "detached" });
    await toggle.and(page.locator(":focus")).press("Enter");
    // The button is far below the text.
    await page.setViewportSize({ width: 1280, height: 480 });
    await page.getByRole("button", { name: "Restore this version of revision 1" }).click();
    expect(await story.text.inputValue()).to.equal("One *lamp* lit.");
    const toolbar =
      (await page.getByRole("group", { name: "Format" }).boundingBox()) ?? expect.fail();
    const field = (await story.text.boundingBox()) ?? expect.fail();
    expect(field.y, "start of the text").to.be.at.least(toolbar.y + toolbar.height);
    await story.sign.click();
    await story.save.click();
    await story.edit.waitFor();
    expect(await story.section.innerText()).to.match(/^One lamp lit\.\s/);
    await page.getByRole("button", { name: "3 revisions" }).waitFor();
    await page.getByRole("button", { name: /^Proof of revision 1/ }).click();
    await page.getByText("Valid. 5 of 5 checks passed").waitFor();
    expect(await accessibilityFaults(page)).to.deep.equal([]);
  });
});

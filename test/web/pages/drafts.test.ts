import { expect } from "chai";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { expectKeyboardReachesAll } from "../../support/web/focusable.ts";
import { smallWindowIssues } from "../../support/web/layout.ts";
import { serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Accounts of the shared world: 2 owns drifter 7.
const owner = 2;
const unsaved = "Half a sentence that";
const long = "Unbroken".repeat(30);

describe("unsaved draft", () => {
  const { openWithWallet } = enterSharedWorld();

  it("[S4.16] is offered after Cancel and a reload, and is restored unsigned", async () => {
    const { page, story } = await openWithWallet(owner, { wasConnected: true });
    const { section, cancel, write: again, text, sign, save } = story;
    const offer = section.getByRole("list", { name: "Your drafts" });
    const restore = section.getByRole("button", {
      name: /^Continue your draft of \d{1,2}:\d\d( [AP]M)?$/,
    });
    await serveStory(page, "7", undefined);
    await page.goto("/drifter/7");
    await again.click();
    await text.fill(unsaved);
    await cancel.click();
    await again.click();
    await offer.waitFor();
    expect(await text.inputValue()).to.equal("");
    expect(await sign.isDisabled()).to.equal(true);
    await page.reload();
    await again.click();
    expect(await offer.getByRole("listitem").count()).to.equal(1);
    await restore.click();
    expect(await text.inputValue()).to.equal(unsaved);
    expect(await sign.isEnabled()).to.equal(true);
    expect(await save.isDisabled()).to.equal(true);
    await text.pressSequentially("!");
    await page.reload();
    await again.click();
    const offered = offer.getByRole("listitem");
    expect(await offered.count()).to.equal(2);
    expect(await offered.nth(0).innerText()).to.contain(`${unsaved}!`);
    expect(await offered.nth(1).innerText()).to.match(new RegExp(`${unsaved}\\s`));
    expect(await accessibilityFaults(page)).to.deep.equal([]);
    await expectKeyboardReachesAll(page);
    await text.fill(`# ${long}\n\n\`${long}\`\n\n    ${long}`);
    await section.getByRole("tab", { name: "Preview" }).click();
    await section.getByRole("heading", { name: long }).waitFor();
    await cancel.click();
    await again.click();
    await offered.first().waitFor();
    expect(await smallWindowIssues(page)).to.deep.equal([]);
  });
});

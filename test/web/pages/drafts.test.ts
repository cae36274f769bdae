import { expect } from "chai";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { expectKeyboardReachesAll } from "../../support/web/focusable.ts";
import { faultsOfSmallWindow } from "../../support/web/layout.ts";
import { serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Accounts of the shared world: 2 owns drifter 7.
const owner = 2;
const unsaved = "Half a sentence that";
const long = "Unbroken".repeat(30);

describe("an unsaved draft", () => {
  const { openWithWallet } = enterSharedWorld();

  /** Opens the owner's page and types into the editor of a drifter without a story. */
  async function write() {
    const { page, wallet, story } = await openWithWallet(owner, { wasConnected: true });
    await serveStory(page, "7", undefined);
    await page.goto("/drifter/7");
    await story.write.click();
    await story.text.fill(unsaved);
    const offer = story.section.getByRole("list", { name: "Your drafts" });
    const button = (name: string | RegExp) => story.section.getByRole("button", { name });
    return {
      page,
      wallet,
      ...story,
      offer,
      restore: button(/^Continue your draft of \d\d:\d\d$/),
      discard: button(/^Discard draft/),
      undo: button("Undo"),
    };
  }

  it("[S4.16] is offered after Cancel and after a reload, and is restored unsigned with its message, while newer text is kept as a second draft; all controls take visible focus, and long words fit a small window", async () => {
    const story = await write();
    const { page, section, cancel, write: again, text, offer, restore, undo, sign, save } = story;
    await cancel.click();
    await again.click();
    await offer.waitFor();
    expect(await text.inputValue()).to.equal("");
    expect(await sign.isDisabled()).to.equal(true);
    await text.fill("x");
    await restore.click();
    expect(await text.inputValue()).to.equal(unsaved);
    expect(await sign.isEnabled()).to.equal(true);
    expect(await save.isDisabled()).to.equal(true);
    expect(await offer.count()).to.equal(0);
    await undo.click();
    expect(await text.inputValue()).to.equal("x");
    await text.fill("");
    await page.reload();
    await again.click();
    expect(await offer.getByRole("listitem").count()).to.equal(1);
    await restore.click();
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
    await section.getByRole("heading", { name: long }).waitFor();
    await cancel.click();
    await again.click();
    await offered.first().waitFor();
    expect(await faultsOfSmallWindow(page)).to.deep.equal([]);
  });

  it("[S4.32] [S4.38] is kept with its signature while another account is chosen, which is not invited to write; a locked wallet is neither", async () => {
    const { page, wallet, section, text, sign, save, cancel } = await write();
    await sign.click();
    await save.and(page.locator(":enabled")).waitFor();
    await wallet.selectAccount(3);
    const panel = page.getByRole("complementary", { name: "Your text" });
    await panel.getByText("You switched accounts; your text is safe.").waitFor();
    expect(await panel.getByRole("textbox").inputValue()).to.equal(unsaved);
    expect(await page.getByText("As the owner").count()).to.equal(0);
    expect(await accessibilityFaults(page)).to.deep.equal([]);
    await wallet.selectAccount(owner);
    await section.getByText("Draft kept.").waitFor();
    await section.getByRole("link", { name: "Continue writing" }).click();
    expect(await text.inputValue()).to.equal(unsaved);
    expect(await save.isEnabled()).to.equal(true);
    await cancel.click();
    await page.getByText("As the owner").waitFor();
    await wallet.selectAccount(undefined);
    await page.getByRole("button", { name: "Connect wallet" }).waitFor();
    await page.getByText("As the owner").waitFor({ state: "detached" });
  });
});

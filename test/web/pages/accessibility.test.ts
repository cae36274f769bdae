import { expect } from "chai";
import type { Page } from "playwright-core";
import { publicUrl } from "../../../scripts/lab/service/productionWorld.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { focusable } from "../../support/web/focusable.ts";
import { faultsOfSmallWindow } from "../../support/web/layout.ts";
import { drifterPage, reconnected, storySection } from "../../support/web/page.ts";
import { listStories, serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import { serveHistory, signRevision } from "../../support/web/signedRevisions.ts";

const long = "Unbroken".repeat(30);

// The tests of every page, of the mint's explanation, of the phases and of the chain run axe on those.
describe("axe finds no violation, in both color schemes, and a window of 320 px fits, without a covered control,", () => {
  const { open, openWithWallet, world } = enterSharedWorld();

  async function expectNoFault(page: Page, state: string): Promise<void> {
    expect(await violationsInBothSchemes(page), `axe: ${state}`).to.deep.equal([]);
    expect(await faultsOfSmallWindow(page), `320 px: ${state}`).to.deep.equal([]);
  }

  /** Opens the page of drifter 7 as its owner, account 2. */
  async function owned(narrative: string | undefined) {
    const { page, wallet } = await openWithWallet(2, { wasConnected: true });
    await serveStory(page, "7", narrative);
    await page.goto("/drifter/7");
    await reconnected(page);
    return { page, wallet, ...storySection(page) };
  }

  it("on the ways to connect and on the proof of a story, and the controls of home all take visible focus", async () => {
    const { page } = await openWithWallet(2);
    await listStories(page, ["7", "8"]);
    const signed = await signRevision(world(), { narrative: long });
    await serveHistory(page, [signed]);
    await page.goto("/");
    await page.getByRole("listitem").first().waitFor();
    await expectKeyboardReachesAll(page);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Test Wallet" }).waitFor();
    await dialog.getByRole("heading", { name: "Popular wallets" }).waitFor();
    await expectNoFault(page, "ways to connect");
    await page.keyboard.press("Escape");
    await page.getByRole("listitem").first().getByRole("link").click();
    const proof = page.getByRole("button", { name: "Proof", exact: true });
    await proof.click();
    await page.getByText("This proof is valid").waitFor();
    await expectNoFault(page, "proof");
    await serveHistory(page, [{ ...signed, signature: `0x${"12".repeat(2_000)}` }]);
    await page.reload();
    await proof.click();
    await page.getByText("This proof is invalid, if the node at").waitFor();
    await expectNoFault(page, "a long signature");
  });

  it("on the gallery with its phases and traits open", async () => {
    const page = await open();
    await page.goto("/drifters?hasStory=false");
    await page.getByRole("link", { name: "Drifter 7" }).waitFor();
    await page.getByText("Phases and traits").click();
    await expectNoFault(page, "gallery");
  });

  it("on an owner's editor, whose controls all take visible focus, while its text is signed, changed and rejected, on the drafts, and on the text of an editor that was closed", async () => {
    const { page, wallet, edit, cancel, sign, save, text, section, alert } =
      await owned("One lamp.");
    await edit.click();
    await text.fill("# Changed\n\nA *line*.");
    await section.getByRole("heading", { name: "Changed" }).waitFor();
    await expectKeyboardReachesAll(page);
    await sign.click();
    await section.getByText("Signed. Press Save to publish.").waitFor();
    await expectNoFault(page, "signed");
    await text.fill("Something else.");
    await section.getByText("no longer matches").waitFor();
    await page.route("/api/narrative/7", (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: "chain.unavailable" } }),
    );
    await save.click();
    await alert.waitFor();
    await expectNoFault(page, "changed and rejected");
    await text.fill(`# ${long}\n\n\`${long}\`\n\n    ${long}`);
    await section.getByRole("heading", { name: long }).waitFor();
    await expectNoFault(page, "long words and code");
    for (const draft of [long, `${long}.`]) {
      await cancel.click();
      await edit.click();
      await text.fill(draft);
    }
    await cancel.click();
    await edit.click();
    await section.getByRole("list", { name: "Your drafts" }).waitFor();
    await expectNoFault(page, "drafts");
    await text.fill("The last one.");
    await wallet.selectAccount(3);
    await page.getByRole("complementary", { name: "Your text" }).waitFor();
    await expectNoFault(page, "lost");
  });

  it("on an owner's invitation to write, on the connected account, and on a wallet on another network, whose controls all take visible focus", async () => {
    const { page, wallet, write } = await owned(undefined);
    await write.waitFor();
    await expectNoFault(page, "invitation");
    await page.getByRole("button", { name: /^0x/ }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Drifter 9" }).waitFor();
    await expectNoFault(page, "account");
    await wallet.selectChain(1);
    await page.getByRole("dialog").getByRole("button", { name: "Switch network" }).waitFor();
    await expectNoFault(page, "network");
    await expectKeyboardReachesAll(page);
  });
});

async function expectKeyboardReachesAll(page: Page): Promise<void> {
  // The header and the footer have links of the same name.
  const all = new Set(await page.evaluate(controls, focusable));
  expect([...all]).to.have.members(await tabThrough(page));
}

/** Presses Tab through the page and returns the names of the controls with visible focus. */
async function tabThrough(page: Page): Promise<string[]> {
  const reached = new Set<string>();
  const { length } = await page.evaluate(controls, focusable);
  // Beyond the last control and around to the first.
  for (let presses = 0; presses < length + 5; presses += 1) {
    await page.keyboard.press("Tab");
    const control = await page.evaluate((focusable) => {
      const focused = document.activeElement;
      if (!focused?.matches(focusable)) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const isShown = outlineStyle !== "none" && outlineWidth !== "0px";
      return isShown ? `${focused.tagName} ${focused.textContent}` : undefined;
    }, focusable);
    if (control !== undefined) reached.add(control);
  }
  return [...reached];
}

/** Returns the controls that can be used now; while a dialog is open, those in it. Runs in the page. */
function controls(focusable: string): string[] {
  const around = document.querySelector("dialog[open]") ?? document;
  return [...around.querySelectorAll(focusable)]
    .filter((control) => control.checkVisibility())
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
}

describe("the head of a page", () => {
  const { open } = enterSharedWorld();

  it("changes its title, which is announced to screen readers, and its canonical URL on navigation", async () => {
    const page = await open();
    await page.goto("/");
    const canonical = page.locator("link[rel=canonical]");
    expect(await canonical.getAttribute("href")).to.equal(`${publicUrl}/`);
    await drifterPage(page).selector.fill("7");
    await drifterPage(page).traits.first().waitFor();
    const name = await drifterPage(page).name.innerText();
    const said = page.getByRole("status").filter({ hasText: `${name} · Fringe Drifters` });
    await said.waitFor({ state: "attached" });
    expect(await canonical.getAttribute("href")).to.equal(`${publicUrl}/drifter/7`);
    await drifterPage(page).selector.fill("9999");
    const missing = page.getByRole("status").filter({ hasText: "Drifter #9999 not found" });
    await missing.waitFor({ state: "attached" });
  });
});

import { expect } from "chai";
import type { Page } from "playwright-core";
import { publicUrl } from "../../../scripts/lab/service/productionWorld.ts";
import { listStories, serveStory } from "../../support/web/answers.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { focusable } from "../../support/web/focusable.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { drifterPage, reconnected, storySection } from "../../support/web/page.ts";
import { serveHistory, signReceipt } from "../../support/web/receipts.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const story = `# Ash on the water

She kept **one** *lamp* lit, [beyond the well](/drifter/8). ~~Not two.~~[^1]

> Nobody came.

- [x] dust
- \`salt\`

| day | wind |
| --- | ---- |
| 1   | none |

![A map](https://maps.example/7.png)

[^1]: Perhaps two.`;

const foundStories = {
  stories: [
    {
      drifterId: "7",
      name: "Mara",
      author: hardhatAccount(2).address,
      savedAt: "2026-11-03T10:00:00.000Z",
      revision: 1,
      excerpt: [
        { text: "She kept one ", isMatch: false },
        { text: "lamp", isMatch: true },
      ],
    },
  ],
  next: "c20",
};

describe("axe finds no violation, in both colour schemes, on phones and wide screens,", () => {
  const { open, openWithWallet, visit, world } = enterSharedWorld();

  async function homeWith(drifterIds: readonly string[]): Promise<Page> {
    const page = await open();
    await listStories(page, drifterIds);
    await page.goto("/");
    return page;
  }

  async function storyOf(narrative: string | undefined): Promise<Page> {
    const page = await open();
    await serveStory(page, "7", narrative);
    await page.goto("/drifter/7");
    await drifterPage(page).traits.first().waitFor();
    return page;
  }

  /** Opens the page of drifter 7 as its owner, account 2. */
  async function owned(narrative: string | undefined) {
    const { page, wallet } = await openWithWallet(2, { wasConnected: true });
    await serveStory(page, "7", narrative);
    await page.goto("/drifter/7");
    await reconnected(page);
    return { page, wallet, ...storySection(page) };
  }

  async function change({
    edit,
    text,
    section,
  }: Pick<ReturnType<typeof storySection>, "edit" | "text" | "section">) {
    await edit.click();
    await text.fill("# Changed\n\nA *line*.");
    await section.getByRole("heading", { name: "Changed" }).waitFor();
  }

  const states: Record<string, () => Promise<Page>> = {
    "home, with no stories yet": async () => {
      const page = await homeWith([]);
      await page.getByText("The fires are cold").waitFor();
      return page;
    },
    "home, when the list fails to load": async () => {
      const page = await open();
      await page.route("/api/narrative", (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto("/");
      await drifterPage(page).selector.waitFor();
      return page;
    },
    "a drifter with a story": async () => {
      const page = await storyOf(story);
      await page.getByRole("table").waitFor();
      return page;
    },
    "the proof of a story": async () => {
      const page = await open();
      await serveHistory(page, [await signReceipt(world(), { narrative: story })]);
      await page.goto("/drifter/7");
      await page.getByRole("button", { name: "Proof", exact: true }).click();
      await page.getByText("This receipt is valid").waitFor();
      return page;
    },
    "a drifter without a story": () => storyOf(undefined),
    "a drifter that is not found": async () => {
      const page = await visit("/drifter/9999");
      await page.getByRole("heading", { name: "not found" }).waitFor();
      return page;
    },
    "the gallery": async () => {
      const page = await visit("/drifters?hasStory=false");
      await page.getByRole("link", { name: "Drifter 7" }).waitFor();
      await page.getByText("Phases and traits").click();
      return page;
    },
    "the gallery when nothing matches": async () => {
      const page = await visit("/drifters?hasStory=true&query=zebra");
      await page.getByText("No drifter matches").waitFor();
      return page;
    },
    "stories that a search finds": async () => {
      const page = await open();
      await page.route("/api/narrative?*", (route) => route.fulfill({ json: foundStories }));
      await page.goto("/stories?query=lamp");
      await page.getByRole("article").waitFor();
      return page;
    },
    "an unknown address": async () => {
      const page = await visit("/nowhere/at/all");
      await page.getByRole("heading", { name: "Off the map" }).waitFor();
      return page;
    },
    "the ways to connect a wallet": async () => {
      const { page } = await openWithWallet(2);
      await page.goto("/drifter/7");
      await page.getByRole("button", { name: "Connect wallet" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Test Wallet" }).waitFor();
      return page;
    },
  };

  for (const [state, reach] of Object.entries(states)) {
    it(`on ${state}`, async () => {
      const page = await reach();
      expect(await violationsInBothSchemes(page)).to.deep.equal([]);
    });
  }

  it("on home with stories, whose controls all take visible focus", async () => {
    const page = await homeWith(["7", "8"]);
    await page.getByRole("listitem").first().waitFor();
    expect(await violationsInBothSchemes(page)).to.deep.equal([]);
    await expectKeyboardReachesAll(page);
  });

  it("on a story seen by its owner, and on the editor, whose controls all take visible focus, while its text is signed, changed and rejected", async () => {
    const { page, edit, sign, save, text, section, alert } = await owned(story);
    await edit.waitFor();
    expect(await violationsInBothSchemes(page), "read").to.deep.equal([]);
    await change({ edit, text, section });
    expect(await violationsInBothSchemes(page), "editor").to.deep.equal([]);
    await expectKeyboardReachesAll(page);
    await sign.click();
    await section.getByText("Signed. Press Save to publish.").waitFor();
    expect(await violationsInBothSchemes(page), "signed").to.deep.equal([]);
    await text.fill("Something else.");
    await section.getByText("no longer matches").waitFor();
    expect(await violationsInBothSchemes(page), "changed").to.deep.equal([]);
    await page.route("/api/narrative/7", (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: "chain.unavailable" } }),
    );
    await save.click();
    await alert.waitFor();
    expect(await violationsInBothSchemes(page), "refused").to.deep.equal([]);
  });

  it("on the list of drafts, and on the text of an editor that was closed", async () => {
    const { page, wallet, text, edit, section } = await owned(story);
    await change({ edit, text, section });
    await text.fill("One more draft.");
    await page.reload();
    await edit.click();
    await text.fill("Another one.");
    await page.reload();
    await edit.click();
    await section.getByRole("list", { name: "Your drafts" }).waitFor();
    expect(await violationsInBothSchemes(page), "drafts").to.deep.equal([]);
    await text.fill("The last one.");
    await wallet.selectAccount(3);
    await page.getByRole("complementary", { name: "Your text" }).waitFor();
    expect(await violationsInBothSchemes(page), "lost").to.deep.equal([]);
  });

  it("on an owner's invitation to write, on the connected account, and on a wallet on another network, whose controls all take visible focus", async () => {
    const { page, wallet, write } = await owned(undefined);
    await write.waitFor();
    expect(await violationsInBothSchemes(page), "invitation").to.deep.equal([]);
    await page.getByRole("button", { name: /^0x/ }).click();
    await page.getByRole("dialog").getByText("Network").waitFor();
    expect(await violationsInBothSchemes(page), "account").to.deep.equal([]);
    await wallet.selectChain(1);
    await page.getByRole("dialog").getByRole("button", { name: "Switch network" }).waitFor();
    expect(await violationsInBothSchemes(page), "network").to.deep.equal([]);
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

import { expect } from "chai";
import { lanHost } from "../../../scripts/lab/service/chromium.ts";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { connect } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const long = `As the *service* keeps it.${"\n\nOne more line.".repeat(90)}`;

describe("editor", () => {
  const { openWithWallet, world } = enterSharedWorld();

  // Account 2 owns drifter 5; no other test writes its story.
  it("[S5.8] signs and saves over plain HTTP without Web Crypto, and then focuses “edit” below the story", async () => {
    const lan = new URL(world().webUrl);
    lan.hostname = lanHost;
    const { page, story } = await openWithWallet(2, { baseURL: lan.origin });
    const { section, write, text, sign, save, edit } = story;
    await page.goto("/drifter/5");
    await connect(page);
    await write.press("Enter");
    await text.and(page.locator(":focus")).waitFor();
    expect(new URL(page.url()).origin).to.equal(lan.origin);
    expect(await page.evaluate(() => window.isSecureContext)).to.equal(false);
    expect(await page.evaluate(() => typeof crypto.subtle)).to.equal("undefined");
    await page.keyboard.insertText("Signed, then changed.");
    await sign.press("Enter");
    await save.and(page.locator(":focus")).waitFor();
    expect(await accessibilityFaults(page), "signed").to.deep.equal([]);
    await text.fill(long);
    await section.getByText("the signature no longer matches").waitFor();
    expect(await accessibilityFaults(page), "changed").to.deep.equal([]);
    await section.getByRole("button", { name: "Sign again" }).press("Enter");
    await page.route("**/api/narrative/5", (route) => route.abort(), { times: 1 });
    await save.and(page.locator(":focus")).press("Enter");
    await section.getByRole("alert").waitFor();
    expect(await accessibilityFaults(page), "not saved").to.deep.equal([]);
    await save.and(page.locator(":focus")).press("Enter");
    await edit.and(page.locator(":focus")).waitFor();
    for (const shown of [edit, section.getByText("Published."), section.locator("em")]) {
      const { y } = (await shown.boundingBox()) ?? expect.fail();
      expect(y).to.be.within(0, 700);
    }
    const stored = await fetch(`${world().apiUrl}/api/narrative/5`);
    expect(stored.status).to.equal(200);
  });

  // No test writes drifter 6's story; account 2 owns it.
  it("opens with the empty field, its length and the buttons within a laptop's window", async () => {
    const { page, story } = await openWithWallet(2, { wasConnected: true });
    const { section, write, text, sign, save } = story;
    const height = 720;
    await page.setViewportSize({ width: 1_280, height });
    await page.goto("/drifter/6");
    await write.click();
    await text.and(page.locator(":focus")).waitFor();
    const length = section.getByText("0 words");
    const boxes = await Promise.all([text, length, sign, save].map((part) => part.boundingBox()));
    const edges = boxes.flatMap((box) => (box ? [box.y, box.y + box.height] : expect.fail()));
    expect(edges[0]).to.be.at.least(0);
    // Each below the one before, and the buttons beside each other.
    expect(edges.slice(0, 6)).to.deep.equal(edges.slice(0, 6).toSorted((a, b) => a - b));
    expect(Math.max(...edges)).to.be.at.most(height);
  });
});

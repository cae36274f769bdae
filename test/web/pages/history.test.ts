import { expect } from "chai";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { faultsOfSmallWindow } from "../../support/web/layout.ts";
import { storySection } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

/** A signed revision of drifter 7, with a long invalid signature. */
const revisionOf = (revision: number, narrative: string) => ({
  drifterId: "7",
  narrative,
  signedMessage: "I own Drifter 7",
  signature: `0x${"12".repeat(2_000)}`,
  author: hardhatAccount(2).address,
  savedAt: `2026-05-0${revision}T10:00:00.000Z`,
  blockNumber: 1,
  chainId: localChainId,
  contract: localContractAddress,
  revision,
});

describe("the story's history", () => {
  const { open } = enterSharedWorld();

  it("is collapsed below the story, adds nothing to the story itself, opens and closes by keyboard, requests no history before, and fits a small window with a long signature", async () => {
    const page = await open();
    const revisions = [revisionOf(2, "She kept two lamps lit."), revisionOf(1, "One lamp.")];
    const requests: string[] = [];
    await page.route("/api/narrative/7", (route) => route.fulfill({ json: revisions[0] }));
    await page.route("/api/narrative/7/history", (route) => {
      requests.push(route.request().url());
      return route.fulfill({ json: revisions });
    });
    const { section } = storySection(page);
    const history = page.getByRole("region", { name: "Revisions", exact: true });
    const toggle = history.getByRole("button", { name: "2 revisions" });
    const listed = history.getByRole("list", { name: "Revisions, newest first" });
    await page.goto("/drifter/7");
    await toggle.waitFor();
    await section.getByText("She kept two lamps lit.").waitFor();
    expect((await section.innerText()).trim()).to.equal("She kept two lamps lit.");
    expect(await toggle.getAttribute("aria-expanded")).to.equal("false");
    const tops = await section
      .or(history)
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
    expect(requests).to.deep.equal([]);

    await toggle.press("Enter");
    await listed.waitFor();
    expect(await toggle.getAttribute("aria-expanded")).to.equal("true");
    await page.keyboard.press("Enter");
    await listed.waitFor({ state: "detached" });
    expect(await toggle.and(page.locator(":focus")).count()).to.equal(1);
    await history.getByRole("button", { name: "Proof", exact: true }).click();
    await page.getByText(/^This proof is invalid/).waitFor();
    expect(await accessibilityFaults(page)).to.deep.equal([]);
    expect(await faultsOfSmallWindow(page)).to.deep.equal([]);
  });
});

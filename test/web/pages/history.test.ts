import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { SignedRevision } from "#protocol/responses";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { runVerify } from "../../../scripts/cli/stories/runVerify.ts";
import type { World } from "../../../scripts/world/startWorld.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { accessibilityFaults } from "../../support/web/axe.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { faultsOfSmallWindow } from "../../support/web/layout.ts";
import { storySection } from "../../support/web/page.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

const shortOwner = "0x3C44…93BC";

describe("the story's history", () => {
  const { open, world } = enterSharedWorld();

  it("[S4.1] is collapsed to one line below the story, adds nothing to the story itself, and lists by keyboard who wrote each revision and when, newest first; the proof saves and copies the signed revision in the format of npm run verify, which finds it valid", async () => {
    const page = await open({ timezoneId: "UTC", isDisposable: true });
    const before = await signRevision(world(), {
      narrative: "# Ash\n\nShe kept one lamp lit.",
      savedAt: "2026-05-03T09:30:05.000Z",
      revision: 1,
    });
    const narrative = "# Ash\n\nShe kept two lamps lit.";
    const current = await signRevision(world(), {
      narrative,
      savedAt: "2026-05-04T10:00:00.000Z",
      revision: 2,
    });
    await serveHistory(page, [before, current]);
    const { section } = storySection(page);
    const { history, toggle, revisions, proof } = historyOf(page);
    await page.clock.setFixedTime("2026-05-04T12:00:00Z");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto("/drifter/7");
    await toggle.waitFor();
    await section.getByText("She kept two lamps lit.").waitFor();
    expect(await section.innerText()).to.match(/^\s*ash\s+She kept two lamps lit\.\s*$/i);
    expect(await section.getByRole("link").or(section.getByRole("button")).count()).to.equal(0);
    expect(await section.getByRole("separator").count()).to.equal(0);

    expect((await history.innerText()).split(/\s+/).join(" ")).to.match(
      new RegExp(`^Written by ${shortOwner}, 2 hours ago Proof ?2 revisions$`),
    );
    expect(await history.getByRole("link").allInnerTexts()).to.deep.equal([shortOwner]);
    expect(await history.getByRole("separator").count()).to.equal(0);
    expect(await toggle.getAttribute("aria-expanded")).to.equal("false");
    const tops = await section
      .or(history)
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
    expect(requests.filter((path) => /history/i.test(path))).to.deep.equal([]);

    await toggle.focus();
    await page.keyboard.press("Enter");
    await revisions.first().waitFor();
    expect(await toggle.getAttribute("aria-expanded")).to.equal("true");
    const lines = (await revisions.allInnerTexts()).map((text) => text.split(/\n+/).slice(0, 2));
    expect(lines).to.deep.equal([
      ["Revision 2 (current)", `${shortOwner} · 2 hours ago · 4 May 2026, 10:00:00 UTC`],
      ["Revision 1", `${shortOwner} · yesterday · 3 May 2026, 09:30:05 UTC`],
    ]);
    expect(await revisions.first().getByTitle(hardhatAccount(2).address).count()).to.equal(1);
    await page.keyboard.press("Enter");
    await revisions.first().waitFor({ state: "detached" });
    expect(await toggle.and(page.locator(":focus")).count()).to.equal(1);

    await proof.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      history.getByRole("button", { name: "Save proof (JSON)" }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal("drifter-7-revision-2.json");
    const folder = await temporaryFolder();
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const printed: string[] = [];
    const settings = readSettings({
      RPC_URL: world().chain.url,
      CHAIN_ID: String(world().chain.chainId),
      CONTRACT_ADDRESS: await world().contract.getAddress(),
    });
    const status = await runVerify([file, "--strict"], () => settings, {
      log: (line) => printed.push(line),
      error: (line) => printed.push(line),
    });
    expect(printed).to.deep.equal(["1 signed revision: 1 proved, 0 not fully checked, 0 false."]);
    expect(status).to.equal(0);

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await history.getByRole("button", { name: "Copy proof" }).click();
    await history.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(
      await readFile(file, "utf8"),
    );
    expect(await accessibilityFaults(page), "valid").to.deep.equal([]);
    await serveHistory(page, [{ ...current, signature: `0x${"12".repeat(2_000)}` }]);
    await page.reload();
    await proof.click();
    await page.getByText("This proof is invalid, if the node at").waitFor();
    expect(await faultsOfSmallWindow(page), "a long signature").to.deep.equal([]);
  });
});

/** Returns locators of the history by roles and visible names. */
function historyOf(page: Page) {
  const history = page.getByRole("region", { name: "Revisions", exact: true });
  return {
    history,
    proof: history.getByRole("button", { name: "Proof", exact: true }),
    toggle: history.getByRole("button", { name: /^\d+ revisions?$/ }),
    revisions: history.getByRole("list", { name: "Revisions, newest first" }).locator("> li"),
  };
}

/** Signs a revision of drifter 7 at the world's newest block, as account 2. */
async function signRevision(
  { chain, contract }: Pick<World, "chain" | "contract">,
  told: Pick<SignedRevision, "narrative" | "savedAt" | "revision">,
): Promise<SignedRevision> {
  const drifterId = "7";
  const author = hardhatAccount(2);
  const signedMessage = narrativeMessage(drifterId, told.narrative);
  return {
    drifterId,
    signedMessage,
    signature: await author.signMessage({ message: signedMessage }),
    author: author.address,
    blockNumber: await chain.ethers.provider.getBlockNumber(),
    chainId: chain.chainId,
    // Safety: ethers' addresses always begin with 0x.
    contract: (await contract.getAddress()) as `0x${string}`,
    ...told,
  };
}

/** Serves these signed revisions as the history of drifter 7, oldest first. */
async function serveHistory(page: Page, revisions: readonly SignedRevision[]): Promise<void> {
  await page.route("/api/narrative/7", (route) => route.fulfill({ json: revisions.at(-1) }));
  await page.route("/api/narrative/7/history", (route) =>
    route.fulfill({ json: revisions.toReversed() }),
  );
}

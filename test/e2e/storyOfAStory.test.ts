import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { NarrativeRecord } from "#protocol/responses";
import { publishTales } from "../../scripts/world/scenarios/publishStories.ts";
import { hardhatAccount, installWallet } from "../support/web/injectedWallet.ts";
import { connect, publish, reconnected, storySection } from "../support/web/page.ts";
import { sharedBrowser } from "../support/web/sharedBrowser.ts";
import { testPages } from "../support/web/testPages.ts";
import { startTestWorld, type TestWorld } from "../support/world/testWorld.ts";

// In the small world account 2 owns 1–9, account 3 owns 10, 11 and 101, account 4 owns 12.
// Each test writes to different drifters, so that tests are independent.
const seeded = { drifterId: "2", narrative: "# Ash on the water\n\nShe kept **one** lamp lit." };

describe("[D3] [D5] the production build on a real chain", () => {
  let world: TestWorld;
  let browser: Browser;
  const pages = testPages();

  before(async () => {
    browser = await sharedBrowser();
    world = await startTestWorld("production");
    await publishTales({ ...world, tales: [seeded] });
  });
  afterEach(function () {
    return pages.close(this.currentTest);
  });
  after(async () => {
    await world?.close();
  });

  function open(): Promise<Page> {
    return pages.open(browser, world.webUrl);
  }

  async function visit(path: string): Promise<Page> {
    const page = await open();
    await page.goto(path);
    return page;
  }

  async function visitAs(account: number, path: string, wasConnected = true) {
    const page = await open();
    const rpcUrl = world.chain.url;
    const wallet = await installWallet(page, { account, rpcUrl, wasConnected });
    await page.goto(path);
    await (wasConnected ? reconnected : connect)(page);
    return { page, wallet, story: storySection(page) };
  }

  async function storedStory(drifterId: string): Promise<NarrativeRecord | undefined> {
    const response = await fetch(`${world.apiUrl}/api/narrative/${drifterId}`);
    // Safety: the service returns a revision; the API tests check its shape.
    return response.ok ? ((await response.json()) as NarrativeRecord) : undefined;
  }

  describe("for a visitor without a wallet", () => {
    it("[S1.1] [S6.1] shows a drifter by its number, with name, portrait and traits", async () => {
      const page = await visit("/");
      await page.getByPlaceholder("Drifter ID").pressSequentially("2");
      await page.waitForURL("**/drifter/2");
      const name = await page.getByRole("heading", { level: 1 }).textContent();
      expect(name).to.match(/\w+/).and.not.contain("not found");
      const portrait = page.getByRole("img", { name: name ?? "" });
      await portrait.waitFor();
      await page.waitForFunction(() => (document.querySelector("img")?.naturalWidth ?? 0) > 0);
      const traits = page.getByRole("list", { name: "Traits" }).getByRole("listitem");
      expect(await traits.count()).to.be.greaterThan(3);
    });

    it("[S1.2] [S1.3] [S1.7] shows a story as rendered Markdown, without controls to edit it", async () => {
      const page = await visit("/");
      await page.getByText("Explore these drifters and their stories!").waitFor();
      await page.getByRole("link", { name: /^Drifter 2(,|$)/ }).click();
      await page.getByRole("heading", { name: "Ash on the water" }).waitFor();
      expect(await page.locator("strong", { hasText: "one" }).count()).to.equal(1);
      expect(await page.getByText("# Ash").count()).to.equal(0);
      expect(await page.getByText("As the owner").count()).to.equal(0);
    });

    it("[S2.23] opens a drifter's page from its address alone", async () => {
      const headers = { accept: "text/html" };
      const response = await fetch(`${world.webUrl}/drifter/7`, { headers });
      expect(response.status).to.equal(200);
      expect(response.headers.get("content-type")).to.match(/^text\/html/);
      const page = await visit("/drifter/7");
      expect(await page.getByPlaceholder("Drifter ID").inputValue()).to.equal("7");
    });

    it("[S3.7] reads the contract at the local world's fixed address", async () => {
      const page = await visit("/");
      const settings = await page.locator("script#runtime-config").textContent();
      const fixedAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
      expect(JSON.parse(settings ?? "")).to.include({ contractAddress: fixedAddress });
      expect(await world.contract.getAddress()).to.equal(fixedAddress);
      expect((await storedStory("2"))?.contract).to.equal(fixedAddress);
    });

    it("[D6] [S7.26] sends no request to any other machine", async () => {
      const page = await pages.open(browser, world.webUrl);
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
      await page.goto("/drifter/2");
      await page.getByRole("heading", { name: "Ash on the water" }).waitFor();
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog").waitFor();
      await page.goto("/");
      await page.getByText("Explore these drifters and their stories!").waitFor();
      hosts.delete(""); // data: and blob: leave nothing
      expect([...hosts]).to.have.members(["127.0.0.1"]);
    });
  });

  describe("for the owner's wallet", () => {
    it("[S1.4] [S1.5] [S1.10] [S3.5] [S3.6] [S7.17] [S4.24] [S7.13] lets the owner write, sign and save a story without a transaction", async () => {
      const narrative = "The ferry never came. 🛶\n\nI *walked* the bottom.";
      const { page, wallet, story } = await visitAs(2, "/drifter/3", false);
      const provider = world.chain.ethers.provider;
      const owner = hardhatAccount(2).address;
      const chainState = async () => ({
        block: await provider.getBlockNumber(),
        nonce: await provider.getTransactionCount(owner),
        balance: await provider.getBalance(owner),
      });
      const before = await chainState();
      let posted: unknown;
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().includes("/api/")) {
          posted = request.postDataJSON();
        }
      });

      await page.getByText("As the owner of this Drifter, you can write their story.").waitFor();
      await story.write.click();
      await publish(story, narrative);

      expect(await page.locator("em", { hasText: "walked" }).count()).to.equal(1);
      const message = narrativeMessage("3", narrative);
      expect(wallet.signed).to.deep.equal([message]);
      expect(posted).to.have.all.keys("drifterId", "narrative", "signature", "signedMessage");
      expect(await storedStory("3")).to.include({
        drifterId: "3",
        narrative,
        signedMessage: message,
        author: owner,
      });
      expect(await chainState()).to.deep.equal(before);
      expect(wallet.requests.map(({ method }) => method)).not.to.include("eth_sendTransaction");
    });

    it("[S1.9] [S4.9] edits a story after a reload without a prompt", async () => {
      const { page, wallet, story } = await visitAs(2, "/drifter/1");
      await story.write.click();
      await publish(story, "First telling.");

      const requestsBefore = wallet.requests.length;
      await page.reload();
      await story.edit.click();
      const prompts = wallet.requests
        .slice(requestsBefore)
        .filter(({ method }) => /^(eth_requestAccounts|wallet_|personal_)/.test(method));
      expect(prompts).to.deep.equal([]);
      expect(await story.text.inputValue()).to.equal("First telling.");

      await publish(story, "Second telling.");
      await page.getByText("Second telling.").waitFor();
      expect((await storedStory("1"))?.revision).to.equal(2);
    });

    it("[S5.7] [S5.16] signs and saves a text of 200 kB", async () => {
      const narrative = `${"thin air and dust ".repeat(11_200)}für immer 🏜️`;
      expect(Buffer.byteLength(narrative)).to.be.greaterThan(200_000);
      const { wallet, story } = await visitAs(2, "/drifter/9");
      await story.write.click();
      await publish(story, narrative);
      expect(wallet.signed).to.deep.equal([narrativeMessage("9", narrative)]);
      expect((await storedStory("9"))?.narrative).to.equal(narrative);
    });

    it("[S4.38] cannot edit after the wallet is locked", async () => {
      const { page, wallet, story } = await visitAs(2, "/drifter/8");
      await story.write.waitFor();
      await wallet.selectAccount(undefined);
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await story.write.waitFor({ state: "hidden" });
    });

    it("[S4.22] [S8.5] [S1.3] keeps the text after a rejected signature", async () => {
      const { wallet, story } = await visitAs(2, "/drifter/5");
      await story.write.click();
      await story.text.fill("Unsigned thoughts.");
      wallet.rejectNext();
      await story.sign.click();
      await story.sign.and(story.section.locator(":enabled")).waitFor();
      expect(await story.save.isDisabled()).to.equal(true);
      expect(await story.text.inputValue()).to.equal("Unsigned thoughts.");
      await story.sign.click();
      await story.save.click();
      await story.edit.waitFor();
      expect((await storedStory("5"))?.narrative).to.equal("Unsigned thoughts.");
    });

    it("[S4.18] [S4.25] [S4.26] [S8.6] keeps the text after a rejected save, and can sign it again", async () => {
      const { page, story } = await visitAs(2, "/drifter/6");
      await story.write.click();
      await story.text.fill("Signed text.");
      await story.sign.click();
      await story.save.and(story.section.locator(":enabled")).waitFor();
      await story.text.fill("Signed text, changed afterwards.");
      const discard = story.section.getByRole("button", { name: "Discard signature" });
      await discard.waitFor();
      expect(await story.save.isEnabled()).to.equal(true);

      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.request().method() === "POST"),
        story.save.click(),
      ]);
      expect(response.status()).to.equal(422);
      await story.alert.waitFor();
      expect(await story.alert.textContent()).to.match(/sign/i);
      expect(await story.text.inputValue()).to.equal("Signed text, changed afterwards.");
      expect(await storedStory("6")).to.equal(undefined);

      await discard.click();
      await story.sign.click();
      await story.save.click();
      await story.edit.waitFor();
      expect((await storedStory("6"))?.narrative).to.equal("Signed text, changed afterwards.");
    });
  });

  describe("for another wallet", () => {
    it("[S1.3] [S4.1] shows the story and no way to edit it", async () => {
      const { page } = await visitAs(3, "/drifter/2");
      await page.getByRole("heading", { name: "Ash on the water" }).waitFor();
      expect(await page.getByText("As the owner").count()).to.equal(0);
    });

    it("[S6.6] [S4.33] [S4.34] lets only the new owner write, and keeps the draft", async () => {
      const seller = await signer(2);
      const buyer = await signer(3);
      const { page, wallet, story } = await visitAs(2, "/drifter/4");
      await story.write.click();
      await story.text.fill("Half a sentence that");
      const signedMessage = narrativeMessage("4", "Too late.");
      const signature = await seller.signMessage(signedMessage);
      const late = { drifterId: "4", narrative: "Too late.", signedMessage, signature };

      await world.contract.connect(seller).transferFrom(seller.address, buyer.address, 4);

      await story.text.waitFor({ state: "hidden" });
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(kept).to.contain("Half a sentence that");

      const refused = await fetch(`${world.apiUrl}/api/narrative/4`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(late),
      });
      expect(refused.status).to.equal(403);

      await wallet.selectAccount(3);
      await story.write.click();
      expect(await story.text.inputValue()).to.equal("");
      await publish(story, "Mine now.");
      expect(await storedStory("4")).to.include({
        narrative: "Mine now.",
        author: buyer.address,
      });
    });

    async function signer(index: number) {
      return world.chain.ethers.getSigner(hardhatAccount(index).address);
    }
  });

  it("[D14] contains no code of the dev wallet", async () => {
    const assets = join(import.meta.dirname, "../../dist/web/assets");
    const scripts = (await readdir(assets)).filter((file) => file.endsWith(".js"));
    const sources = await Promise.all(scripts.map((file) => readFile(join(assets, file), "utf8")));
    expect(sources.join("\n")).to.contain("Connect wallet");
    expect(sources.join("\n")).not.to.match(
      /Local accounts|dev_selectAccount|dev\.walletMode|Become the owner/,
    );

    const page = await visit("/");
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("dialog").getByRole("list").first().waitFor();
    expect(await page.getByText("Local accounts").count()).to.equal(0);
  });
});

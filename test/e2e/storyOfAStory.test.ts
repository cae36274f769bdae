import { expect } from "chai";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { SignedRevision } from "#protocol/wire/responses";
import { serveProduction } from "../../scripts/lab/service/productionWorld.ts";
import { publishNarratives } from "../../scripts/world/scenarios/publishStories.ts";
import { hardhatAccount } from "../support/web/injectedWallet.ts";
import { connect, publish, reconnected } from "../support/web/page.ts";
import { enterSharedWorld } from "../support/web/sharedWorld.ts";

// In the small world account 2 owns 1–9, account 3 owns 10, 11 and 101, account 4 owns 12.
// Each test writes to different drifters, so that tests are independent.
const seeded = { drifterId: "2", narrative: "# Ash on the water\n\nShe kept **one** lamp lit." };

describe("[D3] [D5] the production build on a real chain", () => {
  const { world, ...shared } = enterSharedWorld();
  let site: Awaited<ReturnType<typeof serveProduction>>;
  before("serve a site with a story", async () => {
    site = await serveProduction(world());
    await publishNarratives({ ...world(), ...site, stories: [seeded] });
  });
  after(() => site?.close());
  const open = () => shared.open({ url: site.webUrl });

  async function visitAs(account: number, path: string, wasConnected = true) {
    const opened = await shared.openWithWallet(account, { wasConnected, url: site.webUrl });
    await opened.page.goto(path);
    await (wasConnected ? reconnected : connect)(opened.page);
    return opened;
  }

  async function storedStory(drifterId: string): Promise<SignedRevision | undefined> {
    const response = await fetch(`${site.apiUrl}/api/narrative/${drifterId}`);
    // Safety: the service returns a revision; the API tests check its shape.
    return response.ok ? ((await response.json()) as SignedRevision) : undefined;
  }

  describe("for a visitor without a wallet", () => {
    it("[S1.1] [S6.1] [S1.2] [S1.3] [S1.7] [S2.23] [S3.7] [D6] [S7.26] shows drifters and their stories read-only, without external requests", async () => {
      const page = await open();
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
      await page.goto("/");
      await page.getByPlaceholder("Drifter ID").pressSequentially("2");
      await page.waitForURL("**/drifter/2");
      const name = await page.getByRole("heading", { level: 1 }).textContent();
      expect(name).to.match(/\w+/).and.not.contain("not found");
      await page.getByRole("img", { name: name ?? "" }).waitFor();
      await page.waitForFunction(() => (document.querySelector("img")?.naturalWidth ?? 0) > 0);
      const traits = page.getByRole("list", { name: "Traits" }).getByRole("listitem");
      const metadata = await fetch(`${site.apiUrl}/drifters/metadata/2.json`);
      const { attributes } = (await metadata.json()) as { attributes: object[] };
      expect(attributes).not.to.be.empty;
      expect(await traits.count()).to.equal(attributes.length);

      await page.goto("/");
      await page.getByText("Explore these drifters and their stories!").waitFor();
      await page.getByRole("link", { name: /^Drifter #2\b/ }).click();
      await page.getByRole("heading", { name: "Ash on the water" }).waitFor();
      expect(await page.locator("strong", { hasText: "one" }).count()).to.equal(1);
      expect(await page.getByText("# Ash").count()).to.equal(0);
      expect(await page.getByText("As the owner").count()).to.equal(0);
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog").waitFor();

      const response = await page.goto("/drifter/7");
      expect(response?.status()).to.equal(200);
      expect(response?.headers()["content-type"]).to.match(/^text\/html/);
      expect(await page.getByPlaceholder("Drifter ID").inputValue()).to.equal("7");
      const settings = await page.locator("script#runtime-config").textContent();
      const fixedAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
      expect(JSON.parse(settings ?? "")).to.include({ contract: fixedAddress });
      expect(await world().contract.getAddress()).to.equal(fixedAddress);
      expect((await storedStory("2"))?.contract).to.equal(fixedAddress);
      hosts.delete(""); // data: and blob: leave nothing
      expect([...hosts]).to.have.members(["127.0.0.1"]);
    });
  });

  describe("for the owner's wallet", () => {
    it("[S1.4] [S1.5] [S1.9] [S1.10] [S3.5] [S3.6] [S4.9] [S4.24] [S7.13] [S7.17] lets the owner sign and save a story without a transaction, and edit it after a reload", async () => {
      const narrative = "The ferry never came. 🛶\n\nI *walked* the bottom.";
      const { page, wallet, story } = await visitAs(2, "/drifter/3", false);
      const provider = world().chain.ethers.provider;
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

      const requestsBefore = wallet.requests.length;
      await page.reload();
      await story.edit.click();
      const prompts = wallet.requests
        .slice(requestsBefore)
        .filter(({ method }) => /^(eth_requestAccounts|wallet_|personal_)/.test(method));
      expect(prompts).to.deep.equal([]);
      expect(await story.text.inputValue()).to.equal(narrative);
      await publish(story, "Second telling.");
      await page.getByText("Second telling.").waitFor();
      expect((await storedStory("3"))?.revision).to.equal(2);
    });
  });

  describe("for another wallet", () => {
    it("[S1.3] [S4.1] [S6.6] [S4.32] [S4.33] [S4.34] [S4.38] lets only the new owner write, and retains the old owner's draft", async () => {
      const seller = await signer(2);
      const buyer = await signer(3);
      const { page, wallet, story } = await visitAs(2, "/drifter/4");
      await story.write.click();
      await story.text.fill("Half a sentence that");
      const signedMessage = narrativeMessage("4", "Too late.");
      const signature = await seller.signMessage(signedMessage);
      const late = { drifterId: "4", narrative: "Too late.", signedMessage, signature };

      await world().contract.connect(seller).transferFrom(seller.address, buyer.address, 4);

      await story.text.waitFor({ state: "hidden" });
      expect(await page.getByText("As the owner").count()).to.equal(0);
      const panel = page.getByRole("complementary", { name: "Your text" });
      await panel.getByText("This wallet no longer owns Drifter #4. Your text is safe.").waitFor();
      expect(await panel.getByRole("textbox").inputValue()).to.equal("Half a sentence that");

      const rejected = await fetch(`${site.apiUrl}/api/narrative/4`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(late),
      });
      expect(rejected.status).to.equal(403);

      await wallet.selectAccount(3);
      await story.write.click();
      expect(await story.text.inputValue()).to.equal("");
      await publish(story, "Mine now.");
      expect(await storedStory("4")).to.include({
        narrative: "Mine now.",
        author: buyer.address,
      });

      await wallet.selectAccount(2);
      await page.getByText("As the owner").waitFor({ state: "detached" });
      await page.getByText("Mine now.").waitFor();
      await world().contract.connect(buyer).transferFrom(buyer.address, seller.address, 4);
      await story.edit.click();
      await story.section.getByRole("button", { name: /^Continue your draft/ }).click();
      expect(await story.text.inputValue()).to.equal("Half a sentence that");
      await story.cancel.click();
      await page.getByText("As the owner").waitFor();
      await wallet.selectAccount(undefined);
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await page.getByText("As the owner").waitFor({ state: "detached" });
    });

    async function signer(index: number) {
      return world().chain.ethers.getSigner(hardhatAccount(index).address);
    }
  });
});

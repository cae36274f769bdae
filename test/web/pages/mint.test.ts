import { expect } from "chai";
import type { Page } from "playwright-core";
import { parseEther } from "viem";
import { localSignerKey } from "#protocol/localWorld";
import { mintRules } from "#protocol/sale/mintRules";
import { serveProduction } from "../../../scripts/lab/productionWorld.ts";
import { listen } from "../../support/announcements.ts";
import { complaintsEverywhere } from "../../support/axe.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { enterMintWorld } from "../../support/mintWorld.ts";

const policyFile = new URL("../../../scripts/world/mintPolicy.json", import.meta.url).pathname;

// Account 6 holds no drifters. The next ids of the phase that is sold are 102 and up.
const buyer = 6;

describe("the mint page", () => {
  const { world, node, open, openWithWallet, authorize, serveAuthorizations } = enterMintWorld();
  let signing: Awaited<ReturnType<typeof serveProduction>>;

  before("a server that authorises mints is up", async function () {
    this.timeout(60_000);
    const environment = { MINT_SIGNER_KEY: localSignerKey, MINT_POLICY: policyFile };
    signing = await serveProduction(world(), environment);
  });
  after(() => signing?.close());

  /** The page of a buyer whose mints are authorised, connected. */
  async function openShop(account = buyer) {
    const opened = await openWithWallet(account);
    await serveAuthorizations(opened.page, account);
    await opened.page.goto("/mint");
    await mintButton(opened.page, 1).waitFor();
    return opened;
  }

  function ownerOf(drifterId: number): Promise<string> {
    return world().contract.ownerOf(drifterId);
  }

  describe("for whoever comes by", () => {
    it("tells what is sold, how many are left and the price, and again when that changes", async () => {
      const page = await open();
      await page.goto("/mint");
      const sale = page.getByRole("region", { name: "For sale now" });
      await sale.getByRole("heading", { name: "Lantern Season" }).waitFor();
      const told = await sale.innerText();
      expect(told).to.match(/Minting is on.*19 of 20 left.*0\.08 ETH/s);
      expect(await page.title()).to.equal("Mint · Fringe Drifters");
      await world().contract.adjustPrice(parseEther("0.1"));
      await sale.getByText("0.1 ETH").waitFor();
    });

    it("offers the wallet dialog, and asks for no more than is left", async () => {
      await world().contract.adjustPhases("Lantern Season", 101, 104);
      const page = await open();
      await page.goto("/mint");
      const quantity = page.getByRole("spinbutton", { name: "How many" });
      await quantity.fill("9");
      await page.getByText("Enter a whole number from 1 to 2.").waitFor();
      expect(await quantity.inputValue()).to.equal("9");
      await quantity.fill("2");
      await page.getByText("You will pay 0.16 ETH for 2 drifters.").waitFor();
      await page.getByRole("button", { name: "Connect a wallet to mint" }).click();
      await page.getByRole("dialog").waitFor();
    });
  });

  describe("when all is well", () => {
    it("shows the new drifter's portrait as soon as it has been painted", async () => {
      // Its own buyer: what the service signs is remembered, whatever the chain forgets.
      const { page } = await openWithWallet(8, { url: signing.webUrl });
      const path = "/drifters/images/102.jpg";
      const visits: string[] = [];
      await page.route(path, (route) => {
        visits.push(path);
        const isPainted = visits.length > 2;
        return route.fulfill(isPainted ? { path: "docs/images/home-light.jpg" } : { status: 404 });
      });
      await page.goto("/mint");
      await mintButton(page, 1).click();
      const portrait = page.getByRole("link", { name: "Drifter 102" });
      await portrait.locator('[data-missing="true"]').waitFor();
      await portrait.locator('[data-missing="false"]').waitFor();
      expect(visits).to.have.length(3);
    });

    it("buys two, authorised by the service, for what it said, and links to them", async () => {
      const { page, wallet } = await openWithWallet(buyer, { url: signing.webUrl });
      await page.goto("/mint");
      await page.getByRole("button", { name: "One more" }).click();
      await page.getByText("You will pay 0.16 ETH for 2 drifters.").waitFor();
      await mintButton(page, 2).click();
      await page.getByRole("heading", { name: "2 drifters walk under your name." }).waitFor();

      const sent = wallet.requests.filter(({ method }) => method === "eth_sendTransaction");
      expect(sent).to.have.length(1);
      expect(sent[0]?.params[0]).to.include({ value: `0x${parseEther("0.16").toString(16)}` });
      for (const drifterId of [102, 103]) {
        expect(await ownerOf(drifterId)).to.equal(hardhatAccount(buyer).address);
        const link = page.getByRole("link", { name: `Drifter ${drifterId}` });
        expect(await link.getAttribute("href")).to.equal(`/drifter/${drifterId}`);
      }
      await page.getByRole("link", { name: "Drifter 102" }).click();
      await page.waitForURL("/drifter/102");
      await page.getByText("As the owner of this Drifter").waitFor();
    });

    it("goes on with the next mint after one", async () => {
      const { page } = await openShop();
      await mintButton(page, 1).click();
      await page.getByRole("button", { name: "Mint more" }).click();
      await page.getByRole("region", { name: "For sale now" }).getByText("18 of 20 left").waitFor();
    });
  });

  it("leads the keyboard on after each outcome, and announces each once", async () => {
    const { page, wallet } = await openWithWallet(buyer);
    const heard = await listen(page);
    await serveAuthorizations(page, buyer);
    await page.goto("/mint");
    wallet.rejectNext();
    await mintButton(page, 1).press("Enter");
    await page.getByText("You rejected the request. Nothing was sent.").waitFor();
    await mintButton(page, 1).and(page.locator(":focus")).waitFor();
    const rejected = (await heard()).filter((words) =>
      words.startsWith("You rejected the request."),
    );
    expect(rejected).to.have.length(1);

    await page.keyboard.press("Enter");
    const minted = page.getByRole("heading", { name: "A drifter walks under your name." });
    await minted.and(page.locator(":focus")).waitFor();
    // The focus says it.
    expect((await heard()).join()).not.to.include("walks under your name");

    await page.getByRole("button", { name: "Mint more" }).press("Enter");
    await page.getByLabel("How many").and(page.locator(":focus")).waitFor();
  });

  describe("says in its own words what went wrong:", () => {
    it("the wallet's owner turned it down, which is no fault", async () => {
      const { page, wallet } = await openShop();
      // Once the contract has said what it would refuse, so that only the wallet's owner says no.
      await page.getByText("Why can't I mint?").click();
      await page
        .getByText("Ready to mint 1. Authorisation is requested when you press Mint.")
        .waitFor();
      await page.getByText("Why can't I mint?").click();
      wallet.rejectNext();
      await mintButton(page, 1).click();
      await page
        .getByRole("status")
        .getByText("You rejected the request. Nothing was sent.")
        .waitFor();
      expect(await page.getByRole("alert").count()).to.equal(0);
      expect(await explanation(page).getAttribute("open")).to.equal(null);
      await mintButton(page, 1).click();
      await page.getByRole("heading", { name: "A drifter walks under your name." }).waitFor();
    });

    it("the phase is sold out, also when it sells out while somebody looks", async () => {
      const { page } = await openShop();
      await world().contract.adjustPhases("Lantern Season", 101, 102);
      await page.getByText("“Lantern Season” is sold out. Wait for the next phase.").waitFor();
      expect(await mintButton(page, 1).isDisabled()).to.equal(true);
    });

    it("the wallet is on another network", async () => {
      const { page, wallet } = await openShop();
      await wallet.selectChain(1);
      await page.getByRole("button", { name: /^Switch to / }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Switch network" }).click();
      await mintButton(page, 1).waitFor();
    });

    it("the site authorises nothing: what one was given can be pasted, and is used", async () => {
      const { page } = await openWithWallet(buyer);
      await page.goto("/mint");
      await mintButton(page, 1).click();
      await page.getByText("This site does not authorise mints: nothing was charged.").waitFor();
      const paste = page.getByRole("region", { name: "Mint" }).getByLabel("Authorisation, as JSON");
      await paste.fill('{ "chainId": 31337 }');
      await page.getByText('The field "contract" is missing.').waitFor();
      await paste.fill(JSON.stringify(await authorize({ minter: buyer, qty: 2 })));
      await mintButton(page, 2).click();
      await page.getByRole("heading", { name: "2 drifters walk under your name." }).waitFor();
    });

    it("the list allows this wallet one, whatever a stranger has asked for in its name", async () => {
      await world().contract.adjustPhases("The Long Crossing", 201, 401);
      await world().contract.changePhase("The Long Crossing");
      const minter = hardhatAccount(8).address;
      await fetch(`${signing.apiUrl}/api/mint/authorization`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ minter, qty: 1 }),
      });
      const { page } = await openWithWallet(8, { url: signing.webUrl });
      await page.goto("/mint");
      await page.getByText("Your wallet may mint 1 in this phase.").waitFor();
      expect(await page.getByRole("button", { name: "One more" }).isDisabled()).to.equal(true);
      await page.getByLabel("How many").fill("2");
      await page.getByText("Enter 1: you can't mint more at once.").waitFor();
      await page.getByLabel("How many").fill("1");
      await mintButton(page, 1).click();
      await page.getByRole("heading", { name: "A drifter walks under your name." }).waitFor();
      await page.getByRole("button", { name: "Mint more" }).click();
      await page.getByText("Your wallet has minted all that this phase allows it.").waitFor();
      expect(await mintButton(page, 1).isDisabled()).to.equal(true);
      expect(await page.getByText("You will pay").count()).to.equal(0);
      await page.getByText("Why can't I mint?").click();
      await page.getByText("minted all that this phase allows it. Asked for 1").waitFor();
    });

    it("the price has changed, which a second press accepts", async () => {
      const { page, wallet } = await openShop();
      await page.getByLabel("How many").fill("7");
      await world().contract.adjustPrice(parseEther("0.2"));
      const told = "The price changed from 0.08 to 0.2 ETH. Your total is now 1.4 ETH.";
      await page.getByRole("status").getByText(told).waitFor();
      await mintButton(page, 7).click();
      const accept = page.getByRole("button", { name: "Mint 7 drifters for 1.4 ETH" });
      await accept.waitFor();
      expect(wallet.requests.map(({ method }) => method)).not.to.include("eth_sendTransaction");
      await accept.click();
      await page.getByRole("heading", { name: "7 drifters walk under your name." }).waitFor();
    });

    it("what was pasted is no authorisation, so that nothing else is used in its place", async () => {
      const { page } = await openShop();
      await page.getByText("I have an authorisation").click();
      const paste = page.getByRole("region", { name: "Mint" }).getByLabel("Authorisation, as JSON");
      await paste.fill("{");
      await page.getByText("Fix or clear the pasted authorisation.").waitFor();
      expect(await mintButton(page, 1).isDisabled()).to.equal(true);
      await paste.fill(JSON.stringify(await authorize({ minter: buyer, qty: 2 })));
      await page.getByText("I have an authorisation").click();
      await page.getByText("Using a pasted authorisation for 2.").waitFor();
      await page.getByRole("button", { name: "Remove" }).click();
      await mintButton(page, 1).waitFor();
      expect(await page.getByLabel("How many").isEnabled()).to.equal(true);
    });

    it("the service refuses, and the same button tries again", async () => {
      const { page } = await openShop();
      await page.route(
        "/api/mint/authorization",
        (route) => route.fulfill({ status: 403, json: { status: 403, code: "mint.not_listed" } }),
        { times: 1 },
      );
      await mintButton(page, 1).click();
      await page.getByRole("alert").getByText("is not on the list").waitFor();
      await mintButton(page, 1).click();
      await page.getByRole("heading", { name: "A drifter walks under your name." }).waitFor();
    });

    it("the chain is out of reach, and that it is back", async () => {
      const page = await open();
      await page.route(`${world().chain.url}/`, (route) =>
        route.fulfill({ status: 403, body: "No." }),
      );
      await page.goto("/mint");
      await page.getByRole("alert").getByText("Can't reach the network").waitFor();
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.getByText("19 of 20 left").waitFor();
      expect(await page.getByRole("alert").count()).to.equal(0);
    });

    it("the contract refuses in its block what it would have taken before", async () => {
      const { page, wallet } = await openShop();
      wallet.beforeSending(() => world().contract.toggleMint());
      await mintButton(page, 1).click();
      const told = page.getByRole("alert").filter({ hasText: "Minting is off." });
      expect(await told.innerText()).to.include("NotMinting");
      await page.getByText("Why can't I mint?").waitFor();
      await rule(page, "Minting is on").getByText("failed").waitFor();
    });

    it("the wallet has moved to another account before it was asked", async () => {
      const { page, wallet } = await openShop();
      await page.route("/api/mint/authorization", async (route) => {
        await wallet.selectAccount(8);
        await page.getByRole("button", { name: /^0x2361/i }).waitFor();
        await route.fallback();
      });
      await mintButton(page, 1).click();
      await page.getByRole("button", { name: /^0x2361/i }).waitFor();
      await mintButton(page, 1).waitFor();
      expect(await page.getByRole("alert").count()).to.equal(0);
      expect(wallet.requests.map(({ method }) => method)).not.to.include("eth_sendTransaction");
    });
  });

  describe("while the chain takes its time", () => {
    it("goes on after a reload, and on another page", async () => {
      await node("evm_setAutomine", false);
      const { page } = await openShop();
      await mintButton(page, 1).click();
      await page.getByText("Waiting for confirmation; you can leave this page.").waitFor();
      await page.getByRole("link", { name: "Fringe Drifters" }).click();
      await page.getByRole("button", { name: /^0x976E/i }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Mint a drifter" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.getByText("Waiting for confirmation; you can leave this page.").waitFor();
      await page.reload();
      await page.getByText("Waiting for confirmation; you can leave this page.").waitFor();
      await page.getByText("Minting 1 for 0.08 ETH").waitFor();
      await node("evm_mine");
      await page.getByRole("link", { name: "Drifter 102" }).waitFor();
      expect(await keptPurchases(page)).to.deep.equal([]);
    });

    it("finds a mint that was approved after a reload, and never asks for a second one", async () => {
      const { page, wallet } = await openShop();
      const prompt = Promise.withResolvers<void>();
      const approval = Promise.withResolvers<void>();
      wallet.beforeSending(() => {
        prompt.resolve();
        return approval.promise;
      });
      await page.getByLabel("How many").fill("3");
      await mintButton(page, 3).click();
      await page.getByText("Confirm in your wallet…").waitFor();
      // The page says so right before it asks the wallet.
      await prompt.promise;
      await page.reload();
      const told =
        "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.";
      await page.getByText(told).waitFor();
      await mintButton(page, 3).waitFor();
      approval.resolve();
      // The page looks for a new block every four seconds, and reads the sale and the receipt one after the other.
      const minted = page.getByRole("heading", { name: "3 drifters walk under your name." });
      await minted.waitFor({ timeout: 20_000 });
      await page.getByRole("link", { name: "Drifter 104" }).waitFor();
      expect(await keptPurchases(page)).to.deep.equal([]);
    });

    it("offers to start over when the wallet does not answer, and says what may still happen", async () => {
      const { page, wallet } = await openWithWallet(buyer);
      await page.clock.install();
      await serveAuthorizations(page, buyer);
      await page.goto("/mint");
      wallet.beforeSending(() => new Promise(() => {}));
      await mintButton(page, 1).click();
      await page.getByText("Confirm in your wallet…").waitFor();
      await page.clock.fastForward(30_000);
      const told =
        "No answer yet. If you start over, approving the open request still mints 1 for 0.08 ETH.";
      await page.getByText(told).waitFor();
      await page.getByRole("button", { name: "Start over" }).click();
      await page.getByText("Your wallet may still be asking you to mint 1 for 0.08 ETH.").waitFor();
      await page.getByRole("button", { name: "My wallet shows no request" }).click();
      await page.getByText("Your wallet may still be asking").waitFor({ state: "hidden" });
    });

    it("tells that the wallet has sent another transaction in its place", async () => {
      await node("evm_setAutomine", false);
      const { page } = await openShop();
      await mintButton(page, 1).click();
      await page.getByText("Waiting for confirmation; you can leave this page.").waitFor();
      await page.waitForFunction(() =>
        Object.entries(localStorage).some(
          ([key, kept]) => key.startsWith("mint:") && kept.includes("nonce"),
        ),
      );
      const from = hardhatAccount(buyer).address;
      const nonce = await node("eth_getTransactionCount", from, "latest");
      const dear = { maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x174876e800" };
      await node("eth_sendTransaction", { from, to: from, nonce, ...dear });
      await node("evm_mine");
      await page.getByRole("alert").getByText("Your wallet replaced this transaction").waitFor();
    });

    it("gives the reason when its block refuses it", async () => {
      await node("evm_setAutomine", false);
      const { page } = await openShop();
      await mintButton(page, 1).click();
      await page.getByText("Waiting for confirmation; you can leave this page.").waitFor();
      // More than one block's gas is left for, so that the owner's dearer call comes first.
      const [owner] = await world().chain.ethers.getSigners();
      await world()
        .contract.connect(owner ?? null)
        .toggleMint({ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n });
      await node("evm_mine");
      const told = page.getByRole("alert").filter({ hasText: "only the network's fee was paid" });
      expect(await told.innerText()).to.include("Minting is off.");
    });
  });

  describe("“Why can't I mint?”", () => {
    it("opens by itself when a rule is in the way", async () => {
      await world().contract.toggleMint();
      const { page } = await openWithWallet(buyer);
      await page.goto("/mint");
      await rule(page, "Minting is on").getByText("Wait until the collection's owner").waitFor();
    });

    it("answers what would be if the owner first changed the price, and what order changes", async () => {
      const { page } = await openShop();
      await openExpert(page);
      await page.getByLabel("Value in ETH").fill("0.08");
      await addCall(page, "adjustPrice", "0.5");
      await rule(page, "The price is paid").getByText("1 × 0.5 ETH is 0.5 ETH").waitFor();
      await rule(page, "The price is paid").getByText("NotEnoughEth").waitFor();
      await addCall(page, "adjustPrice", "0.01");
      await rule(page, "The price is paid").getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
      await page.getByRole("button", { name: /^Move adjustPrice\(10000000000000000\) up/ }).click();
      await rule(page, "The price is paid").getByText("1 × 0.5 ETH is 0.5 ETH").waitFor();
      await page.getByRole("button", { name: /^Remove adjustPrice\(5/ }).click();
      await rule(page, "The price is paid").getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
      expect(await world().contract.FD_PRICE()).to.equal(parseEther("0.08"));
      for (const _ of ["closed", "open"]) await page.getByText("Why can't I mint?").click();
      await rule(page, "The price is paid").getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
      expect(await page.getByLabel("Value in ETH").inputValue()).to.equal("0.08");
    });

    it("asks about another wallet, quantity and authorisation, and gives it all as JSON", async () => {
      const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
      await page.goto("/mint");
      await openExpert(page);
      const { address } = hardhatAccount(9);
      await page.getByLabel("Wallet", { exact: true }).fill("0x12");
      await page.getByText("Not an address").waitFor();
      await page.getByLabel("Wallet", { exact: true }).fill(address);
      await page.getByLabel("Quantity", { exact: true }).fill("4");
      const signed = await authorize({ minter: 9, qty: 4 });
      const expert = page.getByRole("group").filter({ hasText: "Simulation only" });
      await expert.getByLabel("Authorisation, as JSON").last().fill(JSON.stringify(signed));
      await page.getByText("This mint would go through. Asked for 4").waitFor();
      await page.getByRole("button", { name: "Copy as JSON" }).click();
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      expect(copied).to.include({ canMint: true, wallet: address, qty: "4" });
      expect(copied.results).to.have.length(mintRules.length);
    });

    it("is not there on a node that cannot simulate, but minting is", async () => {
      const { page } = await openWithWallet(buyer);
      await page.route(`${world().chain.url}/`, (route) => {
        const { id, method, params } = route.request().postDataJSON();
        if (method !== "eth_call" || params.length < 3) return route.fallback();
        const error = { code: -32602, message: "too many arguments, want at most 2" };
        return route.fulfill({ json: { jsonrpc: "2.0", id, error } });
      });
      await serveAuthorizations(page, buyer);
      await page.goto("/mint");
      await page.getByText("This RPC endpoint does not support state overrides").waitFor();
      await mintButton(page, 1).click();
      await page.getByRole("heading", { name: "A drifter walks under your name." }).waitFor();
    });
  });

  describe("axe finds nothing to mend", () => {
    const states: Record<string, () => Promise<Page>> = {
      "with everything open": async () => {
        const { page } = await openShop();
        await page.getByText("I have an authorisation").click();
        await openExpert(page);
        await addCall(page, "adjustPhases", "Ember", "110", "120");
        await page.getByText("reverts and changes nothing").waitFor();
        return page;
      },
      "when it cannot be done": async () => {
        await world().contract.toggleMint();
        const page = await open();
        await page.goto("/mint");
        await page.getByText("Minting is off. Wait until").waitFor();
        return page;
      },
      "with new drifters": async () => {
        const { page } = await openShop();
        await mintButton(page, 1).click();
        await page.getByRole("link", { name: "Drifter 102" }).waitFor();
        return page;
      },
    };
    for (const [state, reach] of Object.entries(states)) {
      it(state, async () => {
        expect(await complaintsEverywhere(await reach())).to.deep.equal([]);
      });
    }
  });
});

function mintButton(page: Page, qty: number) {
  const name = `Mint ${qty} ${qty === 1 ? "drifter" : "drifters"}`;
  return page.getByRole("button", { name, exact: true });
}

/** What the browser keeps of mints that may still be sent. */
function keptPurchases(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mint:")));
}

function explanation(page: Page) {
  return page.locator("details", { has: page.getByText("Why can't I mint?") });
}

function rule(page: Page, title: string) {
  return page
    .getByRole("list", { name: "Rules, in the contract's order" })
    .getByRole("listitem")
    .filter({ hasText: title });
}

async function openExpert(page: Page): Promise<void> {
  await page.getByText("Why can't I mint?").click();
  await page.getByText("Explain another mint, or a changed sale").click();
}

async function addCall(page: Page, name: string, ...texts: string[]): Promise<void> {
  const form = page.getByRole("group", { name: "What if the owner first …" });
  await form.getByLabel("Call", { exact: true }).selectOption(name);
  for (const [index, text] of texts.entries())
    await form.getByRole("textbox").nth(index).fill(text);
  await form.getByRole("button", { name: "Add" }).click();
}

import { expect } from "chai";
import { parseEther } from "viem";
import { mintRules } from "#protocol/sale/mintRules";
import { violationsInBothSchemes } from "../../support/axe.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { mintPage } from "../../support/mintPage.ts";
import { enterMintWorld } from "../../support/mintWorld.ts";

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;

describe("“Why can't I mint?”", () => {
  const { world, open, openWithWallet, openShop, authorize, serveAuthorizations } =
    enterMintWorld();

  it("opens by itself when a rule fails, and passes axe", async () => {
    await world().contract.toggleMint();
    const { page } = await openWithWallet(buyer);
    await page.goto("/mint");
    const { rule } = mintPage(page);
    await rule("Minting is on").getByText("Wait until the collection's owner").waitFor();
    await page.getByText("Minting is off. Wait until").waitFor();
    expect(await violationsInBothSchemes(page)).to.deep.equal([]);
  });

  it("simulates hypothetical owner calls in order, and passes axe with everything open", async () => {
    const { page } = await openShop(buyer);
    const { rule, openExpert, addCall, whyNot } = mintPage(page);
    const paid = rule("The price is paid");
    await openExpert();
    await page.getByLabel("Value in ETH").fill("0.08");
    await addCall("adjustPrice", "0.5");
    await paid.getByText("1 × 0.5 ETH is 0.5 ETH").waitFor();
    await paid.getByText("NotEnoughEth").waitFor();
    await addCall("adjustPrice", "0.01");
    await paid.getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
    await page.getByRole("button", { name: /^Move adjustPrice\(10000000000000000\) up/ }).click();
    await paid.getByText("1 × 0.5 ETH is 0.5 ETH").waitFor();
    await page.getByRole("button", { name: /^Remove adjustPrice\(5/ }).click();
    await paid.getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
    expect(await world().contract.FD_PRICE()).to.equal(parseEther("0.08"));
    for (const _ of ["closed", "open"]) await whyNot.click();
    await paid.getByText("1 × 0.01 ETH is 0.01 ETH").waitFor();
    expect(await page.getByLabel("Value in ETH").inputValue()).to.equal("0.08");

    await page.getByText("I have an authorisation").click();
    await addCall("adjustPhases", "Ember", "110", "120");
    await page.getByText("reverts and changes nothing").waitFor();
    expect(await violationsInBothSchemes(page)).to.deep.equal([]);
  });

  it("explains the mint of another wallet, quantity and authorisation, and copies the result as JSON", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto("/mint");
    await mintPage(page).openExpert();
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

  it("is absent on a node that does not support state overrides, where minting still works", async () => {
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
    await mintPage(page).mintButton(1).click();
    await page.getByRole("heading", { name: "A drifter walks under your name." }).waitFor();
  });
});

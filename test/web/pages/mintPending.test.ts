import { expect } from "chai";
import { mintPage } from "../../support/web/mintPage.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;
const waiting = "Waiting for confirmation; you can leave this page.";

describe("the mint page, while a mint is pending,", () => {
  const { node, openShop } = enterMintWorld();

  it("follows the mint after a reload and on another page; finds one that was approved after a reload, and requests no second one", async () => {
    await node("evm_setAutomine", false);
    const { page, wallet } = await openShop(buyer);
    const { mintButton, quantity } = mintPage(page);
    const savedPurchases = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mint:")));
    await mintButton(1).click();
    await page.getByText(waiting).waitFor();
    await page.getByRole("link", { name: "Fringe Drifters" }).click();
    await page.getByRole("button", { name: /^0x976E/i }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Mint a drifter" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByText(waiting).waitFor();
    await page.reload();
    await page.getByText(waiting).waitFor();
    await page.getByText("Minting 1 for 0.08 ETH").waitFor();
    await node("evm_mine");
    await page.getByRole("link", { name: "Drifter 102" }).waitFor();
    expect(await savedPurchases()).to.deep.equal([]);

    await node("evm_setAutomine", true);
    await page.getByRole("button", { name: "Mint more" }).click();
    const prompt = Promise.withResolvers<void>();
    const approval = Promise.withResolvers<void>();
    wallet.beforeSending(() => {
      prompt.resolve();
      return approval.promise;
    });
    await quantity.fill("3");
    await mintButton(3).click();
    await page.getByText("Confirm in your wallet…").waitFor();
    // The page shows this before it sends the request to the wallet.
    await prompt.promise;
    await page.reload();
    const warning =
      "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.";
    await page.getByText(warning).waitFor();
    await mintButton(3).waitFor();
    approval.resolve();
    await page.getByRole("heading", { name: "3 drifters walk under your name." }).waitFor();
    await page.getByRole("link", { name: "Drifter 105" }).waitFor();
    expect(await savedPurchases()).to.deep.equal([]);
  });
});

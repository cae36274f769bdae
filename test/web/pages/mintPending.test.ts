import { expect } from "chai";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { mintPage } from "../../support/mintPage.ts";
import { enterMintWorld } from "../../support/mintWorld.ts";

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;
const waiting = "Waiting for confirmation; you can leave this page.";

describe("the mint page, while a mint is pending,", () => {
  const { world, node, openWithWallet, openShop, serveAuthorizations } = enterMintWorld();

  it("follows the mint after a reload, and on another page", async () => {
    await node("evm_setAutomine", false);
    const { page } = await openShop(buyer);
    const { mintButton, keptPurchases } = mintPage(page);
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
    expect(await keptPurchases()).to.deep.equal([]);
  });

  it("finds a mint that was approved after a reload, and requests no second one", async () => {
    const { page, wallet } = await openShop(buyer);
    const { mintButton, quantity, keptPurchases } = mintPage(page);
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
    await page.getByRole("link", { name: "Drifter 104" }).waitFor();
    expect(await keptPurchases()).to.deep.equal([]);
  });

  it("offers to start over when the wallet does not respond, and warns that the request may still be approved", async () => {
    const { page, wallet } = await openWithWallet(buyer);
    await page.clock.install();
    await serveAuthorizations(page, buyer);
    await page.goto("/mint");
    wallet.beforeSending(() => new Promise(() => {}));
    await mintPage(page).mintButton(1).click();
    await page.getByText("Confirm in your wallet…").waitFor();
    await page.clock.fastForward(30_000);
    const notice =
      "No answer yet. If you start over, approving the open request still mints 1 for 0.08 ETH.";
    await page.getByText(notice).waitFor();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByText("Your wallet may still be asking you to mint 1 for 0.08 ETH.").waitFor();
    await page.getByRole("button", { name: "My wallet shows no request" }).click();
    await page.getByText("Your wallet may still be asking").waitFor({ state: "hidden" });
  });

  it("reports that the wallet has replaced the transaction with another", async () => {
    await node("evm_setAutomine", false);
    const { page } = await openShop(buyer);
    await mintPage(page).mintButton(1).click();
    await page.getByText(waiting).waitFor();
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, kept]) => key.startsWith("mint:") && kept.includes("nonce"),
      ),
    );
    const from = hardhatAccount(buyer).address;
    const nonce = await node("eth_getTransactionCount", from, "latest");
    const fees = { maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x174876e800" };
    await node("eth_sendTransaction", { from, to: from, nonce, ...fees });
    await node("evm_mine");
    await page.getByRole("alert").getByText("Your wallet replaced this transaction").waitFor();
  });

  it("shows the revert reason when the transaction reverts in its block", async () => {
    await node("evm_setAutomine", false);
    const { page } = await openShop(buyer);
    await mintPage(page).mintButton(1).click();
    await page.getByText(waiting).waitFor();
    // The owner pays a higher fee, so that this call is first in the block.
    const [owner] = await world().chain.ethers.getSigners();
    await world()
      .contract.connect(owner ?? null)
      .toggleMint({ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n });
    await node("evm_mine");
    const alert = page.getByRole("alert").filter({ hasText: "only the network's fee was paid" });
    expect(await alert.innerText()).to.include("Minting is off.");
  });
});

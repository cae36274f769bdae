import { expect } from "chai";
import { parseEther } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { violationsInBothSchemes } from "../../support/web/axe.ts";
import { smallWindowIssues } from "../../support/web/layout.ts";
import { mintPage } from "../../support/web/mintPage.ts";
import { enterMintWorld } from "../../support/web/mintWorld.ts";

// Account 6 holds no drifters. The next ids of the active phase are 102 and up.
const buyer = 6;

describe("“Why can't I mint?”", () => {
  const { world, openWithWallet } = enterMintWorld();

  it("simulates a hypothetical call by the owner, passes axe and fits 320 px when expanded", async () => {
    const { page } = await openWithWallet(buyer, { wasConnected: true });
    await page.goto("/mint");
    const { rule, addCall, whyNot } = mintPage(page);
    await whyNot.click();
    await page.getByText("Try other values").click();
    await page.getByLabel("Value in ETH").fill("0.08");
    await addCall("adjustPrice(0.5 ether)");
    await rule("The price is paid").getByText("1 × 0.5 ETH is 0.5 ETH").waitFor();
    expect(await world().contract[collectionConfig.priceFunction]()).to.equal(parseEther("0.08"));

    await page.getByText("I have an authorization").click();
    await addCall(`adjustPhases("Ember", 110, 120)`);
    await page.getByText("reverts and changes nothing").waitFor();
    expect(await violationsInBothSchemes(page), "axe").to.deep.equal([]);
    expect(await smallWindowIssues(page), "320 px").to.deep.equal([]);
  });
});

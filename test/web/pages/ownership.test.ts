import { expect } from "chai";
import type { Page, Request } from "playwright-core";
import { drifterPage } from "../../support/web/page.ts";
import { drawn, routeOwnerOf } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// Account 2 owns drifters 7 and 8, account 3 owns 10. Nobody owns 13.
const owner = 2;
const canWrite = "As the owner of this Drifter, you can write their story.";

describe("ownership", () => {
  const { openWithWallet, visitAs, world } = enterSharedWorld();

  it("[S4.28] [S7.16] is read with ownerOf from the collection's contract", async () => {
    const { page } = await openWithWallet(owner, { wasConnected: true });
    const reads: { drifterId: bigint; contract: string }[] = [];
    await routeOwnerOf(page, world(), (route, read) => {
      reads.push(read);
      return route.fallback();
    });
    await page.goto("/drifter/7");
    await page.getByText(canWrite).waitFor();
    const contract = (await world().contract.getAddress()).toLowerCase();
    expect(reads).not.to.be.empty;
    for (const read of reads) {
      expect(read.drifterId).to.equal(7n);
      expect(read.contract.toLowerCase()).to.equal(contract);
    }
  });

  describe("when another account is chosen in the wallet", () => {
    it("[S4.32] [S4.38] is checked again for the new account, both ways, and is gone when the wallet is locked", async () => {
      const { page, wallet } = await visitAs(owner, "/drifter/7");
      const invitation = page.getByText(canWrite);
      await invitation.waitFor();
      await wallet.selectAccount(3);
      await invitation.waitFor({ state: "detached" });
      await wallet.selectAccount(owner);
      await invitation.waitFor();
      await wallet.selectAccount(undefined);
      await page.getByRole("button", { name: "Connect wallet" }).waitFor();
      await invitation.waitFor({ state: "detached" });
    });
  });

  describe("when another drifter is chosen", () => {
    it("[S4.32] does not carry over to it, neither during nor after the read", async () => {
      const { page } = await openWithWallet(owner, { wasConnected: true });
      const held = await holdOwnerOf(page, 10n);
      await page.goto("/drifter/7");
      await page.getByText(canWrite).waitFor();

      await choose(page, "10");
      await held.requested;
      await expectNoInvitation(page);
      await held.answer();
      await expectNoInvitation(page);
      await choose(page, "7");
      await page.getByText(canWrite).waitFor();
    });
  });

  /**
   * Holds back responses about one drifter: `requested` resolves on the first request, `answer` when all responses have
   * arrived.
   */
  async function holdOwnerOf(page: Page, heldId: bigint) {
    const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: responded, resolve: arrive } = Promise.withResolvers<void>();
    await routeOwnerOf(page, world(), async (route, { drifterId }) => {
      if (drifterId !== heldId) return route.fallback();
      ask();
      await released;
      await route.fulfill({ json: await forward(route.request()) });
      arrive();
    });
    return {
      requested,
      answer() {
        release();
        return responded;
      },
    };
  }
});

/** Returns the node's response to a request of the page. */
async function forward(request: Request): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(request.url(), {
    method: "POST",
    headers,
    body: request.postData(),
  });
  return response.json();
}

async function choose(page: Page, drifterId: string): Promise<void> {
  await drifterPage(page).selector.fill(drifterId);
  await page.waitForURL(`/drifter/${drifterId}`);
  await drifterPage(page).traits.first().waitFor();
}

async function expectNoInvitation(page: Page): Promise<void> {
  await drawn(page);
  expect(await page.getByText("As the owner").count()).to.equal(0);
}

import type { Page } from "playwright-core";
import { signMintAuthorization } from "#protocol/mintAuthorization";
import { hardhatAccount } from "./injectedWallet.ts";
import { mintPage } from "./mintPage.ts";
import { enterSharedWorld } from "./sharedWorld.ts";

/** The account that signs the world's authorizations. */
const signer = hardhatAccount(1);

/**
 * The shared world for one `describe`, which may change the sale: each test starts from the same state. Its server
 * signs no authorizations.
 */
export function enterMintWorld() {
  const { world, openWithWallet } = enterSharedWorld();
  let snapshot: unknown;
  beforeEach(async () => {
    snapshot = await node("evm_snapshot");
  });
  afterEach(async () => {
    await node("evm_setAutomine", true);
    await node("evm_revert", snapshot);
  });

  /** Sends a request to the node directly. */
  function node(method: string, ...params: unknown[]): Promise<unknown> {
    return world().chain.ethers.provider.send(method, params);
  }

  /** Opens the mint page with a connected wallet for which mints are authorized. */
  async function openShop(account: number) {
    const opened = await openWithWallet(account, { wasConnected: true });
    await serveAuthorizations(opened.page, account);
    await opened.page.goto("/mint");
    await mintPage(opened.page).mintButton(1).waitFor();
    return opened;
  }

  /** Serves authorizations for mints in the active phase as the service would with the signer's key. */
  async function serveAuthorizations(page: Page, account: number): Promise<void> {
    const { contract, chain } = world();
    // Safety: ethers' addresses begin with 0x.
    const address = (await contract.getAddress()) as `0x${string}`;
    const collection = { chainId: chain.chainId, contract: address };
    const minter = hardhatAccount(account).address;
    await page.route("/api/mint/authorization", async (route) => {
      const { qty } = route.request().postDataJSON();
      const transactionID = `mint ${account} ${qty}`;
      const terms = { minter, phase: "Lantern Season", transactionID, qty: BigInt(qty) };
      await route.fulfill({ json: await signMintAuthorization(signer, collection, terms) });
    });
  }

  return { world, node, openWithWallet, openShop, serveAuthorizations };
}

import type { Browser, Page } from "playwright-core";
import { signMintAuthorization } from "#protocol/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/responses";
import type { TestWorld } from "../world/testWorld.ts";
import { hardhatAccount, installWallet } from "./injectedWallet.ts";
import { mintPage } from "./mintPage.ts";
import { sharedStage } from "./sharedWorld.ts";
import { type TestPageOptions, testPages } from "./testPages.ts";

/** Index of the account that signs the world's authorizations. */
const signer = hardhatAccount(1);

/** Terms of a mint in the active phase. */
interface Terms {
  minter: number;
  qty: number;
  phase?: string;
  transactionID?: string;
}

/**
 * A world for one `describe`, which may change the sale: each test starts from the same state. Its server
 * signs no authorizations.
 */
export function enterMintWorld() {
  const pages = testPages();
  let browser: Browser;
  let world: TestWorld;
  let snapshot: unknown;

  before("the shared world is up", async () => {
    ({ browser, world } = await sharedStage());
  });
  beforeEach(async () => {
    snapshot = await node("evm_snapshot");
  });
  afterEach(async function () {
    await pages.close(this.currentTest);
    await node("evm_setAutomine", true);
    await node("evm_revert", snapshot);
  });

  /** Sends a request to the node directly. */
  function node(method: string, ...params: unknown[]): Promise<unknown> {
    return world.chain.ethers.provider.send(method, params);
  }

  function open(options: TestPageOptions & { url?: string } = {}): Promise<Page> {
    const { url = world.webUrl, ...rest } = options;
    return pages.open(browser, url, rest);
  }

  /** Opens a page with the previously connected wallet of that Hardhat account. */
  async function openWithWallet(account: number, options: Parameters<typeof open>[0] = {}) {
    const page = await open(options);
    const rpcUrl = world.chain.url;
    const wallet = await installWallet(page, { account, rpcUrl, wasConnected: true });
    return { page, wallet };
  }

  /** Opens the mint page with a connected wallet for which mints are authorized. */
  async function openShop(account: number) {
    const opened = await openWithWallet(account);
    await serveAuthorizations(opened.page, account);
    await opened.page.goto("/mint");
    await mintPage(opened.page).mintButton(1).waitFor();
    return opened;
  }

  /** Signs an authorization as the collection's signer does. */
  async function authorize({ minter, qty, ...rest }: Terms): Promise<SignedMintAuthorization> {
    const { phase = "Lantern Season", transactionID = `mint ${minter} ${qty}` } = rest;
    // Safety: ethers' addresses begin with 0x.
    const address = (await world.contract.getAddress()) as `0x${string}`;
    const collection = { chainId: world.chain.chainId, contract: address };
    const terms = {
      minter: hardhatAccount(minter).address,
      phase,
      transactionID,
      qty: BigInt(qty),
    };
    return signMintAuthorization(signer, collection, terms);
  }

  /** Serves authorizations as the service would with the signer's key. */
  async function serveAuthorizations(page: Page, minter: number): Promise<void> {
    await page.route("/api/mint/authorization", async (route) => {
      const { qty } = route.request().postDataJSON();
      await route.fulfill({ json: await authorize({ minter, qty }) });
    });
  }

  return {
    world: () => world,
    node,
    open,
    openWithWallet,
    openShop,
    authorize,
    serveAuthorizations,
  };
}

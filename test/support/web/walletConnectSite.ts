import type { Browser, Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { localChainId } from "#protocol/localWorld";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import type { TestWorld } from "../world/testWorld.ts";
import { type ConnectionService, startConnectionService } from "./connectionService.ts";
import { type PhoneWallet, startPhoneWallet } from "./phoneWallet.ts";
import { type Relay, startRelay } from "./relay.ts";
import { sharedStage } from "./sharedWorld.ts";
import { smallWindow } from "./smallWindow.ts";
import { type TestPageOptions, testPages } from "./testPages.ts";
import { walletDialog } from "./walletDialog.ts";

/** The production build with a project ID, and a local stand-in for every WalletConnect service. */
interface WalletConnectSite {
  url: string;
  relay: Relay;
  service: ConnectionService;
  close(): Promise<void>;
}

let shared: Promise<WalletConnectSite> | undefined;

async function startSite(world: TestWorld): Promise<WalletConnectSite> {
  const relay = await startRelay();
  const service = await startConnectionService();
  const server = await serveProduction(world, {
    WALLETCONNECT_PROJECT_ID: "test-project",
    WALLETCONNECT_RELAY_URL: relay.url,
    WALLETCONNECT_DIRECTORY_URL: service.url,
    WALLETCONNECT_IDENTITY_URL: service.url,
  });
  return {
    url: server.webUrl,
    relay,
    service,
    async close() {
      await server.close();
      await service.close();
      await relay.close();
    },
  };
}

// Outside every `describe`, so that it runs once, after the last test of the process.
after("close the site with WalletConnect", async () => {
  const site = await shared?.catch(() => undefined);
  await site?.close();
});

/** Returns the site that all tests of a process share, to the tests of one `describe`. */
export function enterWalletConnectSite() {
  const pages = testPages();
  const phones: PhoneWallet[] = [];
  let browser: Browser;
  let site: WalletConnectSite;

  before("the site with WalletConnect is up", async () => {
    const stage = await sharedStage();
    browser = stage.browser;
    shared ??= startSite(stage.world);
    site = await shared;
  });
  afterEach(async function () {
    // A phone may still be waiting for the page's response.
    for (const phone of phones.splice(0)) await phone.close();
    await pages.close(this.currentTest);
    site.service.answers.clear();
    site.service.status = 200;
  });

  return {
    site: () => site,
    /** Opens a blank page of the site, with the proof of its origin stubbed. */
    async open(options?: TestPageOptions): Promise<Page> {
      const page = await pages.open(browser, site.url, { viewport: smallWindow, ...options });
      await proveOrigin(page);
      return page;
    },
    /** Starts a wallet on another device with that Hardhat account. */
    async phone(account: number): Promise<PhoneWallet> {
      const phone = await startPhoneWallet({
        relayUrl: site.relay.url,
        account,
        chainId: localChainId,
      });
      phones.push(phone);
      return phone;
    },
  };
}

/** Reads the QR code from a screenshot. */
export async function scanCode(page: Page): Promise<string> {
  const { code } = walletDialog(page);
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
}

/** Stubs WalletConnect's server that proves a page's origin to wallets. */
async function proveOrigin(page: Page): Promise<void> {
  await page.route("https://verify.walletconnect.org/**", (route) => {
    const id = new URL(route.request().url()).searchParams.get("id");
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const attestation = `${encode({ alg: "ES256", typ: "JWT" })}.${encode({ id })}.${encode({})}`;
    const message = JSON.stringify(JSON.stringify({ type: "verify_attestation", attestation }));
    return route.fulfill({
      contentType: "text/html",
      body: `<script>parent.postMessage(${message}, "*")</script>`,
    });
  });
}

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { serveProduction } from "../../scripts/lab/productionWorld.ts";
import { type ConnectionService, startConnectionService } from "./connectionService.ts";
import { type PhoneWallet, startPhoneWallet } from "./phoneWallet.ts";
import { type Relay, startRelay } from "./relay.ts";
import { smallWindow } from "./smallWindow.ts";
import { testPages } from "./testPages.ts";
import type { TestWorld } from "./testWorld.ts";

/** The production build with a project id, and all of WalletConnect on this machine. */
export interface WalletConnectSite {
  url: string;
  relay: Relay;
  service: ConnectionService;
  /** A blank page of it, on which the proof of the page's origin is played too. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A wallet on another device that holds that Hardhat account. */
  phone(account: number, chainId?: number): Promise<PhoneWallet>;
  /** Closes the pages and wallets of that test, and keeps what there is to see of it if it failed. */
  tidy(test: Mocha.Test | undefined): Promise<void>;
  close(): Promise<void>;
}

export async function startWalletConnectSite(
  world: TestWorld,
  browser: Browser,
): Promise<WalletConnectSite> {
  const relay = await startRelay();
  const service = await startConnectionService();
  const server = await serveProduction(world, {
    WALLETCONNECT_PROJECT_ID: "test-project",
    WALLETCONNECT_RELAY_URL: relay.url,
    WALLETCONNECT_DIRECTORY_URL: service.url,
    WALLETCONNECT_IDENTITY_URL: service.url,
  });
  const pages = testPages();
  const phones: PhoneWallet[] = [];

  return {
    url: server.webUrl,
    relay,
    service,
    async open(options) {
      const page = await pages.open(browser, server.webUrl, { viewport: smallWindow, ...options });
      await proveOrigin(page);
      return page;
    },
    async phone(account, chainId = 31_337) {
      const phone = await startPhoneWallet({ relayUrl: relay.url, account, chainId });
      phones.push(phone);
      return phone;
    },
    async tidy(test) {
      // A phone may still wait for the page's answer.
      for (const phone of phones.splice(0)) await phone.close();
      await pages.close(test);
      service.answers.clear();
      service.status = 200;
    },
    async close() {
      await server.close();
      await service.close();
      await relay.close();
    },
  };
}

/** Reads the code on the page as a phone's camera does: from its picture. */
export async function scanCode(page: Page): Promise<string> {
  const code = page.getByRole("dialog").getByRole("img", { name: /^Code to connect/ });
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
}

/** Plays WalletConnect's server that proves to wallets which page they speak to. */
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

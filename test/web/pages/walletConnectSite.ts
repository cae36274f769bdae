import type { Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { serveProduction } from "../../../scripts/lab/service/productionWorld.ts";
import { startConnectionService } from "../../support/web/connectionService.ts";
import { type PhoneWallet, startPhoneWallet } from "../../support/web/phoneWallet.ts";
import { startRelay } from "../../support/web/relay.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";
import { smallWindow } from "../../support/web/smallWindow.ts";
import type { TestPageOptions } from "../../support/web/testPages.ts";
import { walletDialog } from "../../support/web/walletDialog.ts";

/** The shared world's site with a project ID, and a local stand-in for every WalletConnect service, for one `describe`. */
export function enterWalletConnectSite() {
  const { world, open } = enterSharedWorld({ viewport: smallWindow });
  const phones: PhoneWallet[] = [];
  let site: Awaited<ReturnType<typeof start>>;

  async function start() {
    const relay = await startRelay();
    const service = await startConnectionService();
    const server = await serveProduction(world(), {
      WALLETCONNECT_PROJECT_ID: "test-project",
      WALLETCONNECT_RELAY_URL: relay.url,
      WALLETCONNECT_DIRECTORY_URL: service.url,
      WALLETCONNECT_IDENTITY_URL: service.url,
    });
    return { url: server.webUrl, relay, service, server };
  }
  before("the site with WalletConnect is up", async () => {
    site = await start();
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close();
  });
  after("close the site with WalletConnect", async () => {
    for (const each of [site?.server, site?.service, site?.relay]) await each?.close();
  });

  return {
    world,
    site: () => site,
    /** Opens a blank page on the site, with its origin verification stubbed. */
    async open(options?: TestPageOptions): Promise<Page> {
      const page = await open({ url: site.url, ...options });
      await proveOrigin(page);
      return page;
    },
    /** Starts a remote wallet with this Hardhat account. */
    async phone(account: number): Promise<PhoneWallet> {
      const phone = await startPhoneWallet({ relayUrl: site.relay.url, account });
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

/** Stubs WalletConnect's server that verifies a page's origin for wallets. */
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

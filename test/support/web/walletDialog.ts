import type { Locator, Page } from "playwright-core";

/** Returns locators of the wallet dialog by role and visible name. */
export function walletDialog(page: Page) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    /** Opens the dialog from the header while no wallet is connected. */
    async open(): Promise<void> {
      await page.getByRole("button", { name: "Connect wallet" }).click();
      await page.getByRole("dialog", { name: "Connect wallet" }).waitFor();
    },
    /** Returns the entry of a wallet in this browser, or of WalletConnect. */
    entry(name: string): Locator {
      const list = dialog.getByRole("list", { name: "Wallets", exact: true });
      return list.getByRole("button", { name });
    },
    /** Image of WalletConnect's QR code. */
    code: dialog.getByRole("img", { name: /^Code to connect/ }),
  };
}

/** Collects the origins of all later requests of the page, including sockets and frames. */
export function requestedOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  const add = (url: string) => /^(http|ws)/.test(url) && origins.add(new URL(url).origin);
  page.on("request", (request) => add(request.url()));
  page.on("websocket", (socket) => add(socket.url()));
  return origins;
}

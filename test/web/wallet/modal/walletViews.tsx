import type { ReactNode } from "react";
import { type Config, WagmiContext } from "wagmi";
import type { DialogView } from "../../../../web/src/wallet/modal/views.ts";
import { configWith, type Wallet } from "../../../support/web/connectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import { renderComponent } from "../../../support/web/renderComponent.tsx";

const { NavigateContext } = await import("../../../../web/src/wallet/modal/views.ts");

/** A page's configuration with these wallets, none of which is connected. */
export const pageWith = (...wallets: Wallet[]) => configWith(wallets);

/** Renders a view of the wallet dialog; `opened` lists the views that it opens. */
export function renderView(view: ReactNode, config: Config = pageWith()) {
  const opened: DialogView[] = [];
  const page = renderComponent(
    <WagmiContext value={config}>
      <NavigateContext value={(current) => void opened.push(current)}>{view}</NavigateContext>
    </WagmiContext>,
  );
  return { ...page, opened };
}

/** Base URLs of WalletConnect's servers, whose responses each test defines. */
const walletConnect = {
  projectId: "abc",
  relayUrl: "wss://relay.example",
  directoryUrl: "https://directory.example",
  identityUrl: "https://identity.example",
};

/** Gives the page a project ID for WalletConnect during each test of a suite. */
export function offerWalletConnect(): void {
  beforeEach(() => {
    pageSettings.walletConnect = walletConnect;
  });
  afterEach(() => {
    delete pageSettings.walletConnect;
  });
}

/** Pretends during each test of a suite that the page is shown on a phone. */
export function usePhone(): void {
  beforeEach(() => {
    const userAgent = "Mozilla/5.0 (Linux; Android 14; Pixel 7)";
    Object.defineProperty(navigator, "userAgent", { value: userAgent, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "userAgent");
  });
}

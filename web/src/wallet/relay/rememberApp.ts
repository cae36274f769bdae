import { appAddress } from "../directory/appLinks.ts";
import type { AppLinks } from "../directory/wallet.ts";

/** Where WalletConnect's client looks for the app to bring forward whenever it asks for a signature. */
const chosenAppStorageKey = "WALLETCONNECT_DEEPLINK_CHOICE";

/** Remembers the app that a pairing was opened with, so that signing leads to it again. */
export function rememberApp(name: string, links: AppLinks): void {
  const href = appAddress(links);
  if (href) localStorage.setItem(chosenAppStorageKey, JSON.stringify({ href, name }));
}

import { localStore } from "../../storage.ts";
import { appAddress } from "../directory/appLinks.ts";
import type { AppLinks } from "../directory/wallet.ts";

/** Storage key of the app that WalletConnect's client opens for each signature request. */
const chosenAppStorageKey = "WALLETCONNECT_DEEPLINK_CHOICE";

/** Stores the app that a pairing was opened with, so that signature requests open it again. */
export function rememberApp(name: string, links: AppLinks): void {
  const href = appAddress(links);
  if (href) localStore.setItem(chosenAppStorageKey, JSON.stringify({ href, name }));
}

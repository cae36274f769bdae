import { parseUrl } from "../../page/parseUrl.ts";

/** An app's pairing links: its own scheme, or an https link that the system opens in the app. */
export interface AppLinks {
  native?: string | undefined;
  universal?: string | undefined;
}

/** A wallet that a person can choose, installed or not. */
export interface ListedWallet {
  /** ID in WalletConnect's directory. */
  id: string;
  name: string;
  homepage?: string | undefined;
  imageUrl?: string | undefined;
  /** Reverse domain name that the extension announces (EIP-6963); absent if it has none. */
  rdns?: string | undefined;
  /** Flag that the extension sets on `window.ethereum`, such as `isMetaMask`. */
  injectedMark?: string | undefined;
  mobile: AppLinks;
  desktop?: AppLinks;
  /**
   * Link that opens a page in the app's browser: `{url}` is the encoded URL, `{twice}` the doubly encoded URL, `{page}`
   * its host, path and query.
   */
  browser?: string;
  /** Path of the wallet's mark in a 32-unit square, shown without an image. */
  mark?: string;
}

/** Matches schemes that do not open an app. */
const otherSchemes = /^(https?|wss?|ftp|file|data|blob|about|javascript|vbscript|view-source):/i;

/** Returns the link that opens a wallet's app with a pairing, if it has one. */
export function pairingLink(links: AppLinks, uri: string): string | undefined {
  const base = appAddress(links);
  return base && `${base}wc?uri=${encodeURIComponent(uri)}`;
}

/** Returns the link that opens `page` in a wallet app's browser, if the wallet documents one. */
export function browserLink({ browser }: ListedWallet, page: URL): string | undefined {
  return (
    browser
      ?.replace("{url}", encodeURIComponent(page.href))
      .replace("{twice}", encodeURIComponent(encodeURIComponent(page.href)))
      // A function, because a path may contain `$`.
      .replace("{page}", () => page.host + page.pathname + page.search)
  );
}

/** Returns the app's base URL with a trailing slash: its own scheme, otherwise its https link. */
export function appAddress({ native, universal }: AppLinks): string | undefined {
  return addSlash(appScheme(native)) ?? addSlash(webAddress(universal));
}

/** Returns `text` if it is an https URL. Other URLs of the directory are not linked. */
export function webAddress(text: string | null | undefined): string | undefined {
  return text && parseUrl(text)?.protocol === "https:" ? text : undefined;
}

/** Normalizes `metamask:` and `metamask` to `metamask://`. */
function appScheme(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const address = text.includes("://") ? text : `${text.replaceAll(/[:/]/g, "")}://`;
  return /^[a-z][a-z\d+.-]*:/i.test(address) && !otherSchemes.test(address) ? address : undefined;
}

function addSlash(address: string | undefined): string | undefined {
  return address && (address.endsWith("/") ? address : `${address}/`);
}

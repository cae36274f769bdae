import { parseUrl } from "../../page/parseUrl.ts";

/** An app's pairing links: a custom scheme, or an https link that the operating system opens in the app. */
export interface AppLinks {
  native?: string | undefined;
  universal?: string | undefined;
}

/** A wallet that users can choose, installed or not. */
export interface ListedWallet {
  /** The wallet's ID in WalletConnect's directory. */
  id: string;
  name: string;
  homepage?: string | undefined;
  imageUrl?: string | undefined;
  /** Reverse domain name that the extension announces (EIP-6963); absent without an extension. */
  rdns?: string | undefined;
  /** Flag that the extension sets on `window.ethereum`, such as `isMetaMask`. */
  injectedFlag?: string | undefined;
  mobile: AppLinks;
  desktop?: AppLinks;
  /**
   * Link that opens a page in the app's browser: `{url}` is the encoded URL, `{twice}` the doubly encoded URL, `{page}`
   * its host, path and query.
   */
  browser?: string;
  /** The fallback for a missing image. */
  logo?: WalletLogo;
}

/** A simplified logo: a white line in a square of the wallet's color. */
export interface WalletLogo {
  color: string;
  /** SVG path in a 32-unit square. */
  path: string;
}

/** Matches schemes that never open a wallet app. */
const nonAppSchemes = /^(https?|wss?|ftp|file|data|blob|about|javascript|vbscript|view-source):/i;

/** Returns the link that opens a wallet's app with a pairing, if the app supports links. */
export function pairingLink(links: AppLinks, uri: string): string | undefined {
  const base = appBaseUrl(links);
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

/** Returns the app's base URL with a trailing slash: the custom scheme, otherwise the https link. */
export function appBaseUrl({ native, universal }: AppLinks): string | undefined {
  return addSlash(appScheme(native)) ?? addSlash(httpsUrl(universal));
}

/** Returns `text` if it is an https URL. The app does not link to the directory's other URLs. */
export function httpsUrl(text: string | null | undefined): string | undefined {
  return text && parseUrl(text)?.protocol === "https:" ? text : undefined;
}

/** Normalizes `metamask:` and `metamask` to `metamask://`. */
function appScheme(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const address = text.includes("://") ? text : `${text.replaceAll(/[:/]/g, "")}://`;
  return /^[a-z][a-z\d+.-]*:/i.test(address) && !nonAppSchemes.test(address) ? address : undefined;
}

function addSlash(address: string | undefined): string | undefined {
  return address && (address.endsWith("/") ? address : `${address}/`);
}

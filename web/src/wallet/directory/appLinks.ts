import type { AppLinks } from "./wallet.ts";

/** Schemes that do something else than start an app. */
const otherSchemes = /^(https?|wss?|ftp|file|data|blob|about|javascript|vbscript|view-source):/i;

/** The URL that opens a wallet's app with a pairing, if the app has one. */
export function pairingLink(links: AppLinks, uri: string): string | undefined {
  const base = appAddress(links);
  return base && `${base}wc?uri=${encodeURIComponent(uri)}`;
}

/** The app's address with a slash at its end: its own scheme, else the https address that leads to it. */
export function appAddress({ native, universal }: AppLinks): string | undefined {
  return withSlash(appScheme(native)) ?? withSlash(webAddress(universal));
}

/** `text` if it is an https URL: no other URL of the directory becomes a link. */
export function webAddress(text: string | null | undefined): string | undefined {
  return text && URL.parse(text)?.protocol === "https:" ? text : undefined;
}

/** `metamask:` and `metamask` are as good as `metamask://`. */
function appScheme(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const address = text.includes("://") ? text : `${text.replaceAll(/[:/]/g, "")}://`;
  return /^[a-z][a-z\d+.-]*:/i.test(address) && !otherSchemes.test(address) ? address : undefined;
}

function withSlash(address: string | undefined): string | undefined {
  return address && (address.endsWith("/") ? address : `${address}/`);
}

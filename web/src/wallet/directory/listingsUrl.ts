import type { WalletConnectConfig } from "#protocol/runtimeConfig";

const paths = {
  desktop: "/w3m/v1/getDesktopListings",
  mobile: "/w3m/v1/getMobileListings",
  injected: "/w3m/v1/getInjectedListings",
  all: "/w3m/v1/getAllListings",
};

export type ListingsKind = keyof typeof paths;

export interface ListingsQuery {
  /** From 1. */
  page?: number;
  /** Per page. */
  entries?: number;
  recommendedIds?: readonly string[];
  excludedIds?: readonly string[];
  search?: string;
}

type Directory = Pick<WalletConnectConfig, "projectId" | "directoryUrl">;

/** Returns the URL of one of the directory's lists; absent options are omitted. */
export function listingsUrl(
  { projectId, directoryUrl }: Directory,
  kind: ListingsKind,
  query: ListingsQuery = {},
): string {
  const url = new URL(paths[kind], directoryUrl);
  // The constants of Web3Modal 2; `version` is that of WalletConnect's protocol.
  const constants = { projectId, sdkType: "w3m", sdkVersion: "js-2.7.1", version: 2 };
  for (const [name, value] of Object.entries({ ...constants, ...query })) {
    if (value !== undefined && String(value) !== "") url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Returns the URL of a wallet's image. */
export function walletImageUrl({ projectId, directoryUrl }: Directory, imageId: string): string {
  const url = new URL(`/w3m/v1/getWalletImage/${encodeURIComponent(imageId)}`, directoryUrl);
  url.searchParams.set("projectId", projectId);
  return url.href;
}

import type { Address, Hex } from "viem";

/** `id` of the JSON script element with the page's runtime configuration. */
export const runtimeConfigElementId = "runtime-config";

/** Configuration with which a build serves one chain and one contract. */
export interface RuntimeConfig {
  chain: {
    id: number;
    name: string;
    nativeCurrency: { name: string; symbol: string; decimals: number };
    rpcUrls: { default: { http: readonly string[] } };
    blockExplorers?: { default: { name: string; url: string } };
    /** Only where the chain has ENS: the contract that resolves its names. */
    contracts?: { ensUniversalResolver: { address: Address } };
  };
  contract: Address;
  /** Hash of block 0; with the address, it identifies this world. */
  genesisHash: Hex;
  /** Largest body of a save that the service accepts, in bytes. Absent: the page checks no length. */
  maxBodyBytes?: number;
  /** License of the stories' texts, as a name. */
  contentLicense?: string;
  /** Where the source code of the site is. */
  sourceUrl?: string;
  /** Whether the service has feeds, which need its public URL. */
  hasFeeds?: boolean;
  /** Only in a local world, new at each start, as a restarted chain can have the same block 0. */
  worldId?: string;
  /** Absent: the page explains WalletConnect, but does not offer it or contact its servers. */
  walletConnect?: WalletConnectConfig;
}

/** Base URLs, without a path, of WalletConnect's servers. */
export interface WalletConnectConfig {
  projectId: string;
  /** Relays encrypted messages between the page and a wallet. */
  relayUrl: string;
  /** Lists wallets: `/w3m/v1/…`. */
  directoryUrl: string;
  /** Serves accounts' names and pictures, `/v1/identity/…`, and a spare RPC endpoint, `/v1/`. */
  identityUrl: string;
}

/** Placeholder in the built `index.html` for the runtime configuration. */
export const runtimeConfigMarker = "<!--runtime-config-->";

/** The script element that replaces the marker. No text in `config` can end it early. */
export function runtimeConfigElement(config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${runtimeConfigElementId}">${json}</script>`;
}

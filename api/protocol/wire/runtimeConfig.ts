import type { Address, Hex } from "viem";

/** `id` of the JSON script element with the runtime configuration. */
export const runtimeConfigElementId = "runtime-config";

/** Runtime configuration, so that one build can serve any chain and contract. */
export interface RuntimeConfig {
  chain: {
    id: number;
    name: string;
    nativeCurrency: { name: string; symbol: string; decimals: number };
    rpcUrls: { default: { http: readonly string[] } };
    blockExplorers?: { default: { name: string; url: string } };
    /** ENS's resolver contract; only on chains with ENS. */
    contracts?: { ensUniversalResolver: { address: Address } };
  };
  contract: Address;
  /** Hash of block 0, 32 bytes in hex; together with the contract's address, it identifies this world. */
  genesisHash: Hex;
  /** Maximum save request size, in bytes. If absent, the app does not check the length. */
  maxBodyBytes?: number;
  /** Name of the stories' license. */
  contentLicense?: string;
  /** URL of the site's source code. */
  sourceUrl?: string;
  /** URL of the stories as an e-book. */
  epubUrl?: string;
  /** Whether the service publishes feeds, which need its public URL. */
  hasFeeds?: boolean;
  /** Present only in a local world. Changes at each start, because a restarted chain can have the same block 0. */
  worldId?: string;
  /** If absent, the app explains WalletConnect, but does not offer it or contact its servers. */
  walletConnect?: WalletConnectConfig;
}

/** Base URLs of WalletConnect's servers, without a path. */
export interface WalletConnectConfig {
  projectId: string;
  /** Relay for encrypted messages between the app and a wallet. */
  relayUrl: string;
  /** Wallet directory: `/w3m/v1/…`. */
  directoryUrl: string;
  /** Service for account names and avatars, `/v1/identity/…`, and a fallback RPC endpoint, `/v1/`. */
  identityUrl: string;
}

/** Placeholder in the built `index.html` for the runtime configuration. */
export const runtimeConfigMarker = "<!--runtime-config-->";

/** Returns the script element that replaces the marker. No string in `config` can end the element early. */
export function runtimeConfigElement(config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${runtimeConfigElementId}">${json}</script>`;
}

import type { Address, Hex } from "viem";

/** `id` of the JSON script element through which the server tells the page its world. */
export const runtimeConfigElementId = "runtime-config";

/** What one build needs to know to serve one chain and one contract. */
export interface RuntimeConfig {
  chain: {
    id: number;
    name: string;
    nativeCurrency: { name: string; symbol: string; decimals: number };
    rpcUrls: { default: { http: readonly string[] } };
    blockExplorers?: { default: { name: string; url: string } };
  };
  contractAddress: Address;
  /** Hash of block 0: with the address it tells this world from every other. */
  genesisHash: Hex;
  /** The longest body of a save that the service takes. Absent: the page warns of no length. */
  maxBodyBytes?: number;
  /** Only a local world has one, and another with each beginning: its chain may begin anew with the same block 0. */
  worldId?: string;
  /** Absent: wallets over the relay are explained, not offered, and nobody else is asked anything. */
  walletConnect?: WalletConnectConfig;
}

/** Whom the page asks about wallets on other devices: base URLs without a path. */
export interface WalletConnectConfig {
  projectId: string;
  /** Passes sealed messages between the page and a wallet. */
  relayUrl: string;
  /** Lists wallets: `/w3m/v1/…`. */
  directoryUrl: string;
  /** Knows accounts' names and pictures, `/v1/identity/…`, and has a spare RPC endpoint, `/v1/`. */
  identityUrl: string;
}

/** Stands in the built `index.html` where the runtime configuration goes. */
export const runtimeConfigMarker = "<!--runtime-config-->";

/** The script element that takes the marker's place. No text in `config` can end it early. */
export function runtimeConfigElement(config: RuntimeConfig): string {
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${runtimeConfigElementId}">${json}</script>`;
}

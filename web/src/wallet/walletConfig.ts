import { type Chain, defineChain, fallback, http, shouldThrow, type Transport } from "viem";
import { type CreateConnectorFn, createConfig, createStorage, deserialize, injected } from "wagmi";
import type { RuntimeConfig, WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { requestLimits } from "../chain/requestLimits.ts";
import { localStore } from "../page/storage.ts";
import { relayConnector } from "./relay/relayConnector.ts";

/** Polling interval for watched block numbers. */
const pollingIntervalMilliseconds = 4_000;

export type WalletConfig = ReturnType<typeof createWalletConfig>;

declare module "wagmi" {
  interface Register {
    config: WalletConfig;
  }
}

/**
 * Creates wagmi's configuration for the one configured chain. EIP-6963 wallets are discovered
 * automatically; `injected` is plain `window.ethereum`.
 */
export function createWalletConfig(
  settings: Pick<RuntimeConfig, "chain" | "walletConnect">,
  furtherConnectors: readonly CreateConnectorFn[] = [],
) {
  const { walletConnect } = settings;
  const chain: Chain = defineChain(settings.chain);
  const fallbackUrl = walletConnect && relayRpcUrl(walletConnect, chain.id);
  globalThis.window?.addEventListener("eip6963:announceProvider", ignoreInvalid, true);
  const config = createConfig({
    chains: [chain],
    connectors: [
      injected(),
      ...(walletConnect ? [relayConnector(walletConnect, chain)] : []),
      ...furtherConnectors,
    ],
    storage: createStorage({
      storage: { ...localStore, setItem: (key, value) => void localStore.setItem(key, value) },
      deserialize: readStored,
    }),
    transports: { [chain.id]: transport(fallbackUrl, usesRelay) },
    pollingInterval: pollingIntervalMilliseconds,
  });

  function usesRelay(): boolean {
    const { connections, current } = config.state;
    return connections.get(current ?? "")?.connector.type === "walletConnect";
  }

  return config;
}

/** Parses a stored value; returns null for corrupt JSON, which would stop wagmi. */
function readStored<Value>(text: string): Value | null {
  try {
    return deserialize<Value>(text);
  } catch {
    return null;
  }
}

/** Hides invalid wallet announcements from wagmi, which would throw. */
function ignoreInvalid(event: Event): void {
  const { info, provider } = (event as Partial<CustomEvent>).detail ?? {};
  const isValid = typeof info?.rdns === "string" && typeof provider?.request === "function";
  if (!isValid) event.stopImmediatePropagation();
}

/** Creates the site's RPC transport, with WalletConnect's endpoint as a fallback for users of its relay. */
function transport(fallbackUrl: string | undefined, mayUseFallback: () => boolean): Transport {
  if (fallbackUrl === undefined) return http(undefined, requestLimits);
  return fallback([http(undefined, requestLimits), http(fallbackUrl, requestLimits)], {
    retryCount: 0,
    shouldThrow: (error) => !mayUseFallback() || shouldThrow(error),
  });
}

/** Returns the URL of WalletConnect's RPC endpoint for a chain. */
export function relayRpcUrl(
  { identityUrl, projectId }: Pick<WalletConnectConfig, "identityUrl" | "projectId">,
  chainId: number,
): string {
  return `${identityUrl}/v1/?chainId=eip155:${chainId}&projectId=${encodeURIComponent(projectId)}`;
}

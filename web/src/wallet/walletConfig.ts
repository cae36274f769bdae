import { type Chain, defineChain, fallback, http, shouldThrow, type Transport } from "viem";
import { type CreateConnectorFn, createConfig, injected } from "wagmi";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import { relayConnector } from "./relay/relayConnector.ts";
import { relayRpcUrl } from "./relay/relayRpcUrl.ts";

/** How often a watched block number is asked for. */
const pollingIntervalMilliseconds = 4_000;
const requestTimeoutMilliseconds = 10_000;
const requestRetryCount = 3;

export type WalletConfig = ReturnType<typeof createWalletConfig>;

declare module "wagmi" {
  interface Register {
    config: WalletConfig;
  }
}

/**
 * The wallet settings for the one chain this page serves.
 * Wallets that announce themselves (EIP-6963) join by themselves; `injected` is plain `window.ethereum`.
 */
export function createWalletConfig(
  settings: Pick<RuntimeConfig, "chain" | "walletConnect">,
  furtherConnectors: readonly CreateConnectorFn[] = [],
) {
  const { walletConnect } = settings;
  const chain: Chain = defineChain(settings.chain);
  const spareUrl = walletConnect && relayRpcUrl(walletConnect, chain.id);
  const config = createConfig({
    chains: [chain],
    connectors: [
      injected(),
      ...(walletConnect ? [relayConnector(walletConnect, chain)] : []),
      ...furtherConnectors,
    ],
    transports: { [chain.id]: transport(spareUrl, usesRelay) },
    pollingInterval: pollingIntervalMilliseconds,
  });

  function usesRelay(): boolean {
    const { connections, current } = config.state;
    return connections.get(current ?? "")?.connector.type === "walletConnect";
  }

  return config;
}

/** The page's own RPC endpoint, then the spare one. */
function transport(spareUrl: string | undefined, mayUseSpare: () => boolean): Transport {
  const limits = { timeout: requestTimeoutMilliseconds, retryCount: requestRetryCount };
  if (spareUrl === undefined) return http(undefined, limits);
  return fallback([http(undefined, limits), http(spareUrl, limits)], {
    retryCount: 0,
    shouldThrow: (error) => !mayUseSpare() || shouldThrow(error),
  });
}

import { type Chain, defineChain } from "viem";
import { type CreateConnectorFn, createConfig, http, injected } from "wagmi";
import type { RuntimeConfig } from "#protocol/runtimeConfig";

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
  settings: Pick<RuntimeConfig, "chain">,
  furtherConnectors: readonly CreateConnectorFn[] = [],
) {
  const chain: Chain = defineChain(settings.chain);
  return createConfig({
    chains: [chain],
    connectors: [injected(), ...furtherConnectors],
    transports: {
      [chain.id]: http(undefined, {
        timeout: requestTimeoutMilliseconds,
        retryCount: requestRetryCount,
      }),
    },
    pollingInterval: pollingIntervalMilliseconds,
  });
}

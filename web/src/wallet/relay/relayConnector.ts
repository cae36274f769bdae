import type { EthereumProvider } from "@walletconnect/ethereum-provider";
import { type Chain, numberToHex, SwitchChainError } from "viem";
import { createConnector, SwitchChainNotSupportedError } from "wagmi";
import { walletConnect } from "wagmi/connectors/walletConnect";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";

export type RelayProvider = InstanceType<typeof EthereumProvider>;

/** What a wallet is asked to allow: nothing that this page never does. */
const methods = [
  "personal_sign",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/**
 * wagmi's connector for wallets over the relay. Unlike it, this one fetches WalletConnect's code when it
 * is first needed rather than with the page, and again when that failed; it leaves pairing to `pairing.ts`;
 * and it tells a switch that failed from one that was rejected.
 */
export function relayConnector({ projectId, relayUrl }: WalletConnectConfig, chain: Chain) {
  let provider: Promise<RelayProvider> | undefined;

  function getProvider(): Promise<RelayProvider> {
    provider ??= startProvider().catch((error) => {
      provider = undefined;
      throw error;
    });
    return provider;
  }

  async function startProvider(): Promise<RelayProvider> {
    const { EthereumProvider } = await import("@walletconnect/ethereum-provider");
    return EthereumProvider.init({
      projectId,
      relayUrl,
      metadata: pageMetadata(),
      optionalChains: [chain.id],
      optionalMethods: methods,
      rpcMap: { [chain.id]: chain.rpcUrls.default.http[0] ?? "" },
      showQrModal: false,
      disableProviderPing: true,
      telemetryEnabled: false,
      // What goes wrong is told where the person acted.
      logger: "silent",
    });
  }

  return createConnector((config) => {
    const { setup: _, ...connector } = walletConnect({ projectId, isNewChainsStale: false })(
      config,
    );
    return {
      ...connector,
      getProvider: getProvider as typeof connector.getProvider,
      async onConnect() {},
      async switchChain() {
        await switchChain(await getProvider(), chain).catch((error) => {
          throw asSwitchError(error, connector.name);
        });
        return chain;
      },
    };
  });
}

/** What the wallet shows of this page. */
function pageMetadata() {
  const { origin } = window.location;
  return {
    name: "Fringe Drifters",
    description: "Read drifters' stories, and write those of your own.",
    url: origin,
    icons: [`${origin}/favicon.svg`],
  };
}

/** Moves the wallet to the chain, which it is told of first if it does not know it. */
async function switchChain(provider: RelayProvider, chain: Chain): Promise<void> {
  const chainId = numberToHex(chain.id);
  const move = { method: "wallet_switchEthereumChain", params: [{ chainId }] };
  try {
    await provider.request(move);
  } catch (error) {
    if (codeOf(error) !== SwitchChainError.code) throw error;
    const { name: chainName, nativeCurrency, rpcUrls, blockExplorers } = chain;
    const explorer = blockExplorers?.default.url;
    await provider.request({
      method: "wallet_addEthereumChain",
      params: [
        {
          chainId,
          chainName,
          nativeCurrency,
          rpcUrls: rpcUrls.default.http,
          blockExplorerUrls: explorer ? [explorer] : [],
        },
      ],
    });
    await provider.request(move);
  }
}

function asSwitchError(error: unknown, name: string): unknown {
  const isUnable = error instanceof Error && /does not support/.test(error.message);
  // Safety: the error reads nothing of a connector but its name.
  return isUnable ? new SwitchChainNotSupportedError({ connector: { name } as never }) : error;
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

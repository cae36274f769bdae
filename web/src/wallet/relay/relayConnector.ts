import type { EthereumProvider } from "@walletconnect/ethereum-provider";
import { type Address, type Chain, getAddress, numberToHex, SwitchChainError } from "viem";
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
 * it stays connected while the wallet switches; and it distinguishes a switch that failed from one that was rejected.
 */
export function relayConnector({ projectId, relayUrl }: WalletConnectConfig, chain: Chain) {
  let provider: Promise<RelayProvider> | undefined;
  let isSwitching = false;

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
      // Errors are shown where the person acted.
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
      getAccounts: async () => accountsOf(await getProvider()),
      onAccountsChanged(accounts) {
        // The client has no accounts on a chain that the wallet is just adding to its session.
        if (accounts.length > 0 || !isSwitching) connector.onAccountsChanged.call(this, accounts);
      },
      async switchChain() {
        isSwitching = true;
        try {
          await switchChain(await getProvider(), chain);
          return chain;
        } catch (error) {
          throw asSwitchError(error, connector.name);
        } finally {
          isSwitching = false;
        }
      },
    };
  });
}

/** The accounts on the wallet's chain; while it is moving to another, those of its session. */
function accountsOf({ accounts, session }: RelayProvider): readonly Address[] {
  const approved = session?.namespaces.eip155?.accounts.map((account) => account.split(":")[2]);
  const current = accounts.length > 0 ? accounts : (approved ?? []);
  return [...new Set(current.map((account) => getAddress(account ?? "")))];
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

/** Switches the wallet to the chain, and adds the chain first where the wallet does not have it. */
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

import type { EthereumProvider } from "@walletconnect/ethereum-provider";
import { type Address, type Chain, getAddress, numberToHex, SwitchChainError } from "viem";
import { createConnector, SwitchChainNotSupportedError } from "wagmi";
import { walletConnect } from "wagmi/connectors/walletConnect";
import { nouns } from "#protocol/values/noun";
import { productName } from "#protocol/wire/pages";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { codeLoader } from "../../page/codeLoader.ts";

export type RelayProvider = InstanceType<typeof EthereumProvider>;

/** Loads WalletConnect's code; `isRetry` retries a failed load. */
export const relayCode = codeLoader(() => import("@walletconnect/ethereum-provider"));

/** Methods that the app requests permission for: only the methods that it uses. */
const methods = [
  "personal_sign",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/**
 * wagmi's WalletConnect connector with these changes: it loads WalletConnect's code on first use
 * and retries a failed load; pairing is in `pairing.ts`; it stays connected while the wallet
 * switches chains; and it distinguishes failed from rejected chain switches.
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
    const { EthereumProvider } = await relayCode.load();
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
      // The app renders errors itself.
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
      getAccounts: async () => readAccounts(await getProvider()),
      onAccountsChanged(accounts) {
        // The client has no accounts yet on a chain that is being added to the session.
        if (accounts.length > 0 || !isSwitching) connector.onAccountsChanged.call(this, accounts);
      },
      async switchChain() {
        isSwitching = true;
        try {
          await switchChain(await getProvider(), chain);
          return chain;
        } catch (error) {
          throw toSwitchChainError(error, connector.name);
        } finally {
          isSwitching = false;
        }
      },
    };
  });
}

/** Returns the accounts on the wallet's chain, or the session's accounts during a switch. */
function readAccounts({ accounts, session }: RelayProvider): readonly Address[] {
  const approved = session?.namespaces.eip155?.accounts.map((account) => account.split(":")[2]);
  const current = accounts.length > 0 ? accounts : (approved ?? []);
  return [...new Set(current.map((account) => getAddress(account ?? "")))];
}

/** Returns the app metadata that the wallet shows. */
function pageMetadata() {
  const { origin } = window.location;
  return {
    name: productName,
    description: `Read ${nouns}' stories, and write your own.`,
    url: origin,
    icons: [`${origin}/favicon.svg`],
  };
}

/** Switches the wallet to the chain, adding it first if the wallet does not know it. */
async function switchChain(provider: RelayProvider, chain: Chain): Promise<void> {
  const chainId = numberToHex(chain.id);
  const move = { method: "wallet_switchEthereumChain", params: [{ chainId }] };
  try {
    await provider.request(move);
  } catch (error) {
    if (readCode(error) !== SwitchChainError.code) throw error;
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

function toSwitchChainError(error: unknown, name: string): unknown {
  const isUnable = error instanceof Error && /does not support/.test(error.message);
  // Safety: the error reads only the connector's name.
  return isUnable ? new SwitchChainNotSupportedError({ connector: { name } as never }) : error;
}

function readCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

import { type Address, createClient, custom, type EIP1193RequestFn } from "viem";
import { type Config, type Connector, createConfig, createConnector } from "wagmi";
import { pageSettings } from "./pageSettings.ts";

/** A node's or wallet's results by method; a function may throw the error to reject with. */
export type RpcResponses = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** Returns a request function with these results; other methods fail. */
function requestFrom(responses: RpcResponses): EIP1193RequestFn {
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    const response = responses[method];
    if (!response) throw new Error(`Nobody answers ${method}.`);
    // Safety: these requests' parameters are lists.
    return response(params as readonly unknown[]);
  };
  // Safety: the test states the results' types.
  return request as EIP1193RequestFn;
}

/** Creates a client of a node with these results, without retries. */
export function nodeWith(responses: RpcResponses) {
  const request = requestFrom(responses);
  return createClient({ transport: custom({ request }, { retryCount: 0 }) });
}

/** Overrides of an extension's connector that never responds. */
export type Wallet = Partial<Connector> & { id: string };

/** Creates a configuration with these wallets, all disconnected, and a node with these results. */
export function configWith(wallets: readonly Wallet[], node: RpcResponses = {}): Config {
  const { id } = pageSettings.chain;
  return createConfig({
    chains: [{ ...pageSettings.chain, id }],
    connectors: wallets.map((wallet) =>
      createConnector(() => ({
        name: wallet.id,
        type: "injected",
        connect: () => Promise.reject(new Error("Nobody answers.")),
        disconnect: async () => {},
        getAccounts: async () => [],
        getChainId: async () => id,
        getProvider: async () => ({}),
        isAuthorized: async () => true,
        onAccountsChanged() {},
        onChainChanged() {},
        onDisconnect() {},
        ...wallet,
      })),
    ),
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [id]: custom({ request: requestFrom(node) }, { retryCount: 0 }) },
  });
}

/** Creates a configuration with a connected wallet that has this account and these results. */
export function connectedConfig(
  account: Address,
  wallet: RpcResponses,
  node: RpcResponses = {},
): Config {
  const { id: chainId } = pageSettings.chain;
  const request = requestFrom({
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_accounts: () => [account],
    ...wallet,
  });
  const connected = { accounts: [account], chainId } as const;
  const getAccounts = async () => [account];
  const getProvider = async () => ({ request });
  // Safety: wagmi's generic return type requires capabilities that only smart wallets have.
  const connect = (async () => connected) as never;
  const id = "test";
  const config = configWith([{ id, name: "Test wallet", connect, getAccounts, getProvider }], node);
  setConnection(config, account, chainId);
  return config;
}

/** Connects a configuration's first wallet on a chain, or disconnects it without a chain, as the wallet itself does. */
export function setConnection(config: Config, account: Address, chainId: number | undefined): void {
  const [connector] = config.connectors;
  if (!connector) throw new Error("The page has no connector.");
  const connections = new Map();
  if (chainId !== undefined) {
    connections.set(connector.uid, { accounts: [account], chainId, connector });
  }
  config.setState((state) => ({
    ...state,
    status: chainId === undefined ? "disconnected" : "connected",
    current: chainId === undefined ? null : connector.uid,
    connections,
  }));
}

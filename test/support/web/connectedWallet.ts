import { type Address, createClient, custom, type EIP1193RequestFn } from "viem";
import { type Config, type Connector, createConfig, createConnector } from "wagmi";
import { pageSettings } from "./pageSettings.ts";

/** What a node or a wallet returns for a method; it throws what they reject with. */
export type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** Sends a request to these results; a method without one fails. */
function requestFrom(answers: Answers): EIP1193RequestFn {
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    const answer = answers[method];
    if (!answer) throw new Error(`Nobody answers ${method}.`);
    // Safety: these requests have lists of parameters.
    return answer(params as readonly unknown[]);
  };
  // Safety: the test states the types of the results.
  return request as EIP1193RequestFn;
}

/** A client of a node with these results, without retries. */
export function nodeWith(answers: Answers) {
  const request = requestFrom(answers);
  return createClient({ transport: custom({ request }, { retryCount: 0 }) });
}

/** What differs from an extension's connector that never responds. */
export type Wallet = Partial<Connector> & { id: string };

/** A page's configuration with these wallets, none of which is connected, and a node with these results. */
export function configWith(wallets: readonly Wallet[], node: Answers = {}): Config {
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

/** A configuration to which a wallet with this account and these results is connected. */
export function connectedConfig(account: Address, wallet: Answers, node: Answers = {}): Config {
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

/** Connects the first wallet of a configuration on a chain, or without a chain disconnects it, as the wallet itself does. */
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

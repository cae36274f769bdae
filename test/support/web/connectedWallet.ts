import { type Address, createClient, custom, type EIP1193RequestFn } from "viem";
import { type Config, createConfig, createConnector } from "wagmi";
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

/** A configuration to which a wallet with this account and these results is connected. */
export function connectedConfig(account: Address, wallet: Answers, node: Answers = {}): Config {
  const { id } = pageSettings.chain;
  const chain = { ...pageSettings.chain, id };
  const request = requestFrom({
    eth_chainId: () => `0x${id.toString(16)}`,
    eth_accounts: () => [account],
    ...wallet,
  });
  const config = createConfig({
    chains: [chain],
    connectors: [
      createConnector(() => ({
        id: "test",
        name: "Test wallet",
        type: "test",
        // Safety: wagmi's generic return type requires capabilities that only smart wallets have.
        connect: (async () => ({ accounts: [account], chainId: id })) as never,
        disconnect: async () => {},
        getAccounts: async () => [account],
        getChainId: async () => id,
        getProvider: async () => ({ request }),
        isAuthorized: async () => true,
        onAccountsChanged() {},
        onChainChanged() {},
        onDisconnect() {},
      })),
    ],
    storage: null,
    transports: { [id]: custom({ request: requestFrom(node) }, { retryCount: 0 }) },
  });
  connectAs(config, account);
  return config;
}

/** Connects the configuration's first connector with an account. */
function connectAs(config: Config, account: Address): void {
  const [connector] = config.connectors;
  if (!connector) throw new Error("The page has no connector.");
  const connection = { accounts: [account], chainId: pageSettings.chain.id, connector } as const;
  config.setState((state) => ({
    ...state,
    status: "connected",
    current: connector.uid,
    connections: new Map([[connector.uid, connection]]),
  }));
}

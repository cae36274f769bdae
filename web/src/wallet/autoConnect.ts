import type { Config, Connector } from "wagmi";
import { getConnection, reconnect } from "wagmi/actions";
import { requiringAccount } from "./connectWallet.ts";

/** Interval and maximum number of checks for the last used wallet's announcement. */
export const readinessIntervalMilliseconds = 200;
const readinessChecks = 10;

/** Reconnects only to the last used wallet, without a prompt; a failure leaves the site disconnected. */
export async function reconnectToLastWallet(config: Config): Promise<void> {
  await reconnectOrThrow(config).catch((error: unknown) => {
    console.error("Error reconnecting:", error);
    config.setState((state) =>
      state.status === "connected" ? state : { ...state, ...disconnected },
    );
  });
}

const disconnected = { current: null, status: "disconnected" } as const;

async function reconnectOrThrow(config: Config): Promise<void> {
  // Preserves a connection made in the meantime.
  if (config.state.status !== "disconnected") return;
  // The connections that wagmi stored have no usable connector.
  config.setState((state) => ({ ...state, connections: new Map() }));
  const connector = await lastUsedConnector(config);
  if (config.state.status !== "disconnected") return;
  if (connector) await reconnect(config, { connectors: [requiringAccount(connector)] });
  else config.setState((state) => ({ ...state, ...disconnected }));
}

/** Rereads accounts and chain, because a page in the back/forward cache misses the wallet's events. */
export async function refreshConnection(config: Config): Promise<void> {
  const { connector } = getConnection(config);
  if (!connector) return;
  try {
    const accounts = await connector.getAccounts();
    if (accounts.length === 0) connector.emitter.emit("disconnect");
    else connector.emitter.emit("change", { accounts, chainId: await connector.getChainId() });
  } catch (error) {
    console.error("Error reading the wallet:", error);
  }
}

/**
 * Returns the last used connector, waiting for wallets that are injected shortly after the page
 * loads; undefined if several wallets announce the same ID, so that the user chooses again.
 */
export async function lastUsedConnector(
  config: Pick<Config, "storage" | "connectors">,
): Promise<Connector | undefined> {
  const lastId = await config.storage?.getItem("recentConnectorId");
  if (!lastId) return undefined;
  for (let check = 0; check < readinessChecks; check++) {
    const [connector, namesake] = config.connectors.filter(({ id }) => id === lastId);
    if (namesake) return undefined;
    if (connector && (await isReady(connector))) return connector;
    await new Promise((resolve) => setTimeout(resolve, readinessIntervalMilliseconds));
  }
  return undefined;
}

/** Whether the wallet is ready: a plain `window.ethereum` has a connector before the wallet is injected. */
async function isReady(connector: Connector): Promise<boolean> {
  return connector.type !== "injected" || Boolean(await connector.getProvider());
}

import type { Config, Connector } from "wagmi";
import { reconnect } from "wagmi/actions";

/** How often to look whether the wallet used last has announced itself, and how many times at most. */
export const readinessIntervalMilliseconds = 200;
const readinessChecks = 10;

/** Connects again to the wallet used last, and to no other, without asking anybody. */
export async function reconnectToLastWallet(config: Config): Promise<void> {
  // Whoever has been quicker stays connected.
  if (config.state.status !== "disconnected") return;
  // What wagmi kept of the last connection is its shadow, without a connector that could act.
  config.setState((state) => ({ ...state, connections: new Map() }));
  const connector = await lastUsedConnector(config);
  if (config.state.status !== "disconnected") return;
  if (connector) await reconnect(config, { connectors: [connector] });
  else config.setState((state) => ({ ...state, current: null }));
}

/** The connector that was used last in this browser. Some wallets come a moment after the page. */
export async function lastUsedConnector(
  config: Pick<Config, "storage" | "connectors">,
): Promise<Connector | undefined> {
  const lastId = await config.storage?.getItem("recentConnectorId");
  if (!lastId) return undefined;
  for (let check = 0; check < readinessChecks; check++) {
    const connector = config.connectors.find(({ id }) => id === lastId);
    if (connector && (await isReady(connector))) return connector;
    await new Promise((resolve) => setTimeout(resolve, readinessIntervalMilliseconds));
  }
  return undefined;
}

/** A plain `window.ethereum` has a connector before the wallet itself has come. */
async function isReady(connector: Connector): Promise<boolean> {
  return connector.type !== "injected" || Boolean(await connector.getProvider());
}

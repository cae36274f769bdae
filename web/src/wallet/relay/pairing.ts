import type { Config, Connector } from "wagmi";
import { createExternalStore, type ExternalStore } from "../../page/externalStore.ts";
import { connectWallet } from "../connectWallet.ts";
import { isRejection } from "../walletErrors.ts";
import type { RelayProvider } from "./relayConnector.ts";

/** Time after which a relay that has not accepted a pairing counts as unreachable. */
const relayTimeoutMilliseconds = 15_000;

export type Pairing =
  | { state: "preparing" }
  /** `uri` is the URI that a wallet scans or opens. */
  | { state: "ready"; uri: string }
  /** A wallet approved, and its account is being connected. */
  | { state: "approved" }
  | { state: "ended"; reason: PairingEnd };

export type PairingEnd = "expired" | "rejected" | "unreachable" | "failed";

/** A connector's single pairing, shared by all views: closing one view and opening another retains the code. */
export interface PairingStore extends Omit<ExternalStore<Pairing>, "write"> {
  /** Creates a pairing unless a valid one exists. */
  begin(): void;
}

const stores = new WeakMap<Connector, PairingStore>();

/** Returns a connector's pairing store, creating it on the first call. */
export function pairingStore(config: Config, connector: Connector): PairingStore {
  const store = stores.get(connector) ?? createPairingStore(config, connector);
  stores.set(connector, store);
  return store;
}

function createPairingStore(config: Config, connector: Connector): PairingStore {
  const { read, write, subscribe } = createExternalStore<Pairing>({ state: "preparing" });
  let isRunning = false;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  function report(next: Pairing): void {
    clearTimeout(timeout);
    write(next);
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await pair(config, connector, report);
    } catch (error) {
      report({ state: "ended", reason: classifyEnd(error) });
    } finally {
      isRunning = false;
    }
  }

  return {
    read,
    subscribe,
    begin() {
      if (isRunning && read().state !== "ended") return;
      report({ state: "preparing" });
      const timeOut = () => report({ state: "ended", reason: "unreachable" });
      timeout = setTimeout(timeOut, relayTimeoutMilliseconds);
      // A running attempt continues: the relay may still respond.
      if (!isRunning) void run();
    },
  };
}

/** Requests a pairing, waits for a wallet's approval, and connects that wallet. */
async function pair(
  config: Config,
  connector: Connector,
  report: (pairing: Pairing) => void,
): Promise<void> {
  // Safety: the provider of the relay's connector is WalletConnect's.
  const provider = (await connector.getProvider()) as RelayProvider;
  // An old session would be mistaken for the new one.
  if (provider.session) await provider.disconnect();
  const show = (uri: string) => report({ state: "ready", uri });
  provider.on("display_uri", show);
  try {
    await provider.connect();
  } finally {
    provider.removeListener("display_uri", show);
  }
  report({ state: "approved" });
  // Does not replace a wallet that connected in the meantime.
  if (config.state.status === "connected") await provider.disconnect();
  else await connectWallet(config, connector);
}

function classifyEnd(error: unknown): PairingEnd {
  const message = error instanceof Error ? error.message : "";
  if (/expired/i.test(message)) return "expired";
  if (isRejection(error)) return "rejected";
  return /internet|publish|socket|relay/i.test(message) ? "unreachable" : "failed";
}

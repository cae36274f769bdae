import { useMutation } from "@tanstack/react-query";
import { type Config, type Connector, useConfig } from "wagmi";
import { connect } from "wagmi/actions";

/** Thrown when a wallet connects without an account, as locked wallets do. */
class LockedWalletError extends Error {
  override name = "LockedWalletError";
}

/** Like wagmi's `connect`, but rejects a connection without an account. */
export function connectWallet(config: Config, connector: Connector) {
  return connect(config, { connector: requiringAccount(connector) });
}

export function useConnectWallet() {
  const config = useConfig();
  return useMutation({ mutationFn: (connector: Connector) => connectWallet(config, connector) });
}

/** Returns the connector with a `connect` that throws when the wallet returns no account. */
export function requiringAccount(connector: Connector): Connector {
  const connectWithAccount: typeof connector.connect = async (parameters) => {
    const connection = await connector.connect(parameters);
    if (connection.accounts.length === 0) throw new LockedWalletError();
    return connection;
  };
  // Inherits from the connector instead of copying it, because name and icon are getters.
  return Object.create(connector, { connect: { value: connectWithAccount } });
}

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useConnect, useConnectors } from "wagmi";
import { installedWallets, walletName } from "../installedWallets.ts";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { RelayEntry } from "./RelayEntry.tsx";
import { WalletIcon } from "./WalletIcon.tsx";

// The condition is a constant of the build: a production bundle holds none of this.
const DevAccounts = import.meta.env.DEV
  ? lazy(() => import("../../dev/DevAccounts.tsx"))
  : undefined;

/** Ways to connect: wallets in this browser, a phone's wallet, and in development the node's accounts. */
export function ConnectView() {
  const connectors = useConnectors();
  const connect = useConnect();
  const { data: wallets } = useQuery({
    queryKey: ["installedWallets", connectors.map(({ uid }) => uid)],
    queryFn: () => installedWallets(connectors),
    gcTime: 0,
  });
  const pending = connect.isPending ? connect.variables.connector : undefined;

  return (
    <>
      <ul className="wallet-list" aria-label="Wallets">
        {wallets?.map((connector) => (
          <li key={connector.uid}>
            <button
              type="button"
              className="wallet-list__entry"
              disabled={connect.isPending}
              onClick={() => connect.mutate({ connector })}
            >
              <WalletIcon src={connector.icon} />
              {walletName(connector)}
              {pending === connector && <span className="wallet-list__hint">Asking…</span>}
            </button>
          </li>
        ))}
        <li>
          <RelayEntry />
        </li>
      </ul>
      {wallets?.length === 0 && (
        <p className="wallet-dialog__note">No wallet was found in this browser.</p>
      )}
      <RefusalNotice error={connect.error} />
      {DevAccounts && (
        <Suspense>
          <DevAccounts />
        </Suspense>
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useConnectors } from "wagmi";
import { readinessIntervalMilliseconds } from "../autoConnect.ts";
import { useConnectWallet } from "../connectWallet.ts";
import { installedWallets } from "../installedWallets.ts";
import { InstalledWallets } from "./InstalledWallets.tsx";
import { LocalAccounts } from "./LocalAccounts.tsx";
import { RecommendedWallets } from "./RecommendedWallets.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { RelayEntry } from "./RelayEntry.tsx";

/** Ways to connect: the node's accounts in development, wallets in this browser, wallets on phones. */
export function ConnectView() {
  const connectors = useConnectors();
  const connect = useConnectWallet();
  const { data: installed } = useQuery({
    queryKey: ["installedWallets", connectors.map(({ uid }) => uid)],
    queryFn: () => installedWallets(connectors),
    // Some wallets are injected shortly after the page has loaded.
    refetchInterval: readinessIntervalMilliseconds,
    gcTime: 0,
  });

  return (
    <>
      <LocalAccounts />
      <ul className="wallet-list" aria-label="Wallets">
        <InstalledWallets
          wallets={installed ?? []}
          pending={connect.isPending ? connect.variables : undefined}
          onChoose={connect.mutate}
        />
        <li>
          <RelayEntry />
        </li>
      </ul>
      {installed?.length === 0 && (
        <p className="wallet-dialog__note">No wallet was found in this browser.</p>
      )}
      <RefusalNotice error={connect.error} />
      <RecommendedWallets />
    </>
  );
}

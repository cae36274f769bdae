import { useQuery } from "@tanstack/react-query";
import { useConnectors } from "wagmi";
import { Button } from "../../components/Button.tsx";
import { lazily } from "../../components/lazily.tsx";
import { runtimeConfig } from "../../env.ts";
import { readinessIntervalMilliseconds } from "../autoConnect.ts";
import { useConnectWallet } from "../connectWallet.ts";
import { installedWallets } from "../installedWallets.ts";
import { InstalledWallets } from "./InstalledWallets.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { useNavigateView } from "./views.ts";
import { useRecommendedWallets, WalletGrid } from "./WalletGrid.tsx";
import { PhoneIcon } from "./WalletIcon.tsx";

// DEV is a build-time constant: production bundles omit this.
const DevAccounts = import.meta.env.DEV
  ? lazily(() => import("../../dev/DevAccounts.tsx"))
  : undefined;

/** The local node's accounts in development, nothing in production. */
export function LocalAccounts() {
  return DevAccounts && <DevAccounts />;
}

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
      <ul className="stack" aria-label="Wallets">
        <InstalledWallets
          wallets={installed ?? []}
          pending={connect.isPending ? connect.variables : undefined}
          onChoose={connect.mutate}
        />
        <li>
          <RelayEntry />
        </li>
      </ul>
      {installed?.length === 0 && <p className="soft">No wallet was found in this browser.</p>}
      <RefusalNotice error={connect.error} />
      <RecommendedWallets />
    </>
  );
}

/** The recommended wallets, and a link to all others. */
function RecommendedWallets() {
  const go = useNavigateView();
  const wallets = useRecommendedWallets();
  return (
    <section className="stack" aria-labelledby="recommended-title">
      <h3 id="recommended-title">Popular wallets</h3>
      <WalletGrid wallets={wallets} label="Popular wallets" />
      {runtimeConfig().walletConnect && (
        <Button isWide data-leads-to="directory" onClick={() => go({ view: "directory" })}>
          All wallets
        </Button>
      )}
    </section>
  );
}

/** Opens the QR code for wallets on phones, or the reason why there is none. */
function RelayEntry() {
  const go = useNavigateView();
  return (
    <button
      type="button"
      className="wallet-list__entry"
      data-leads-to="relay"
      onClick={() => go({ view: "relay" })}
    >
      <PhoneIcon />
      WalletConnect
      <span className="eyebrow">{runtimeConfig().walletConnect ? "Phone" : "Not set up"}</span>
    </button>
  );
}

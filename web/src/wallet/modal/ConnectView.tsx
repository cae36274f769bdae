import { useQuery } from "@tanstack/react-query";
import { type Config, type Connector, useConfig, useConnectors } from "wagmi";
import { nouns } from "#protocol/values/noun";
import { Button } from "../../components/Button.tsx";
import { CopyPageAddress } from "../../components/CopyButton.tsx";
import { lazily } from "../../components/lazily.tsx";
import { runtimeConfig } from "../../env.ts";
import { readinessIntervalMilliseconds } from "../autoConnect.ts";
import { useConnectWallet } from "../connectWallet.ts";
import { developerTools } from "../developerTools.ts";
import { injectedWalletsOptions } from "../directory/directoryQueries.ts";
import { popularWallets } from "../directory/popularWallets.ts";
import type { ListedWallet } from "../directory/wallet.ts";
import {
  type InstalledWallet,
  installedWallets,
  isPhone,
  walletAppearance,
} from "../installedWallets.ts";
import { ErrorNotice } from "./NetworkViews.tsx";
import { useNavigateView } from "./views.ts";
import { PhoneIcon, useRecommendedWallets, WalletGrid, WalletIcon } from "./WalletGrid.tsx";

// DEV is a build-time constant: production bundles omit this.
const { accounts } = import.meta.env.DEV ? developerTools : {};
const DevAccounts =
  accounts &&
  lazily(accounts, { fallback: () => <div className="dev-accounts" aria-busy="true" /> });

/** Renders the local node's accounts in development, nothing in production. */
export function LocalAccounts() {
  return DevAccounts && <DevAccounts />;
}

/** Renders the ways to connect: dev accounts in development, wallets in this browser, wallets on phones. */
export function ConnectView() {
  const config = useConfig();
  const connect = useConnectWallet();
  const hasRelay = runtimeConfig().walletConnect !== undefined;
  const { data: installed } = useQuery({
    queryKey: ["installedWallets", useConnectors().map(({ uid }) => uid)],
    queryFn: () => lastUsedFirst(config),
    // Some wallets are injected shortly after the page loads.
    refetchInterval: readinessIntervalMilliseconds,
    gcTime: 0,
  });

  return (
    <>
      <LocalAccounts />
      {(hasRelay || (installed ?? []).length > 0) && (
        <ul className="stack" aria-label="Wallets">
          <InstalledWallets
            wallets={installed ?? []}
            pending={connect.isPending ? connect.variables : undefined}
            onChoose={connect.mutate}
          />
          {hasRelay && (
            <li>
              <RelayEntry />
            </li>
          )}
        </ul>
      )}
      {installed?.length === 0 && (
        <p className="soft">
          No wallet was found in this browser. A wallet is an app or a browser extension that holds
          your {nouns} and signs for you. Choose one below to get started.
        </p>
      )}
      {!hasRelay && isPhone() && (
        <>
          <p className="soft">
            Have a wallet app already? Open this page in the app's own browser.
          </p>
          <CopyPageAddress />
        </>
      )}
      <ErrorNotice error={connect.error} />
      <RecommendedWallets installed={installed ?? []} />
    </>
  );
}

/** Renders the recommended wallets that are not installed, and a link to the complete directory. */
function RecommendedWallets({ installed }: { installed: readonly InstalledWallet[] }) {
  const go = useNavigateView();
  const isInstalled = ({ rdns }: ListedWallet) =>
    installed.some(({ connector }) => connector.id === rdns);
  const wallets = useRecommendedWallets().filter((wallet) => !isInstalled(wallet));
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

/** Renders the entry that opens the QR code for wallets on phones. */
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
      <span className="small">Phone</span>
    </button>
  );
}

interface ListedInstallation extends InstalledWallet {
  isLastUsed: boolean;
}

/** Returns the wallets in this browser, most recently connected first. */
async function lastUsedFirst(config: Config): Promise<ListedInstallation[]> {
  const lastId = await config.storage?.getItem("recentConnectorId");
  const wallets = await installedWallets(config.connectors);
  const [last, namesake] = wallets.filter(({ connector }) => connector.id === lastId);
  return wallets
    .map((wallet) => ({ ...wallet, isLastUsed: wallet === last && !namesake }))
    .sort((a, b) => Number(b.isLastUsed) - Number(a.isLastUsed));
}

interface InstalledWalletsProps {
  wallets: readonly ListedInstallation[];
  /** Connector with an open connection request. */
  pending: Connector | undefined;
  onChoose: (connector: Connector) => void;
}

/** Renders an entry for each wallet in this browser. */
function InstalledWallets({ wallets, pending, onChoose }: InstalledWalletsProps) {
  const listed = useInjectedWallets(wallets.some(({ connector }) => connector.id === "injected"));
  return wallets.map((wallet) => {
    const { connector } = wallet;
    const { name, icon } = walletAppearance(wallet, listed);
    return (
      <li key={connector.uid}>
        <button
          type="button"
          className="wallet-list__entry"
          disabled={pending !== undefined}
          onClick={() => onChoose(connector)}
        >
          <WalletIcon src={icon} />
          {name}
          <span className="small">
            {pending === connector
              ? "Check your wallet…"
              : wallet.isLastUsed
                ? "Last used"
                : "Installed"}
          </span>
        </button>
      </li>
    );
  });
}

/** Reads the wallets whose flags identify a plain provider, if there is one. */
function useInjectedWallets(isPlainOneHere: boolean) {
  const { walletConnect } = runtimeConfig();
  const { data } = useQuery(injectedWalletsOptions(isPlainOneHere ? walletConnect : undefined));
  return data ?? popularWallets;
}

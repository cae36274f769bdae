import { useQuery } from "@tanstack/react-query";
import type { Connector } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { injectedWalletsOptions } from "../directory/directoryQueries.ts";
import { knownWallets } from "../directory/knownWallets.ts";
import { type InstalledWallet, walletAppearance } from "../installedWallets.ts";
import { WalletIcon } from "./WalletIcon.tsx";

interface InstalledWalletsProps {
  wallets: readonly InstalledWallet[];
  /** The one with an open connection request. */
  pending: Connector | undefined;
  onChoose: (connector: Connector) => void;
}

/** An entry for each wallet in this browser. */
export function InstalledWallets({ wallets, pending, onChoose }: InstalledWalletsProps) {
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
          <span className="eyebrow">
            {pending === connector ? "Check your wallet…" : "Installed"}
          </span>
        </button>
      </li>
    );
  });
}

/** Wallets whose flags identify a plain provider; fetched only if there is one. */
function useInjectedWallets(isPlainOneHere: boolean) {
  const { walletConnect } = runtimeConfig();
  const { data } = useQuery(injectedWalletsOptions(isPlainOneHere ? walletConnect : undefined));
  return data ?? knownWallets;
}

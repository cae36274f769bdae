import { useQuery } from "@tanstack/react-query";
import { runtimeConfig } from "../../env.ts";
import { recommendedWalletsOptions } from "../directory/directoryQueries.ts";
import { knownWallets } from "../directory/knownWallets.ts";
import type { ListedWallet } from "../directory/wallet.ts";
import { isPhone } from "../isPhone.ts";
import { keyOf, type Place, useNavigateView } from "./views.ts";
import { WalletIcon } from "./WalletIcon.tsx";

/** Tiles that open the view of each wallet. */
export function WalletGrid({
  wallets,
  label,
}: {
  wallets: readonly ListedWallet[];
  label: string;
}) {
  const go = useNavigateView();
  return (
    <ul className="wallet-grid" aria-label={label}>
      {wallets.map((wallet) => {
        const place: Place = { view: "wallet", wallet };
        return (
          <li key={wallet.id}>
            <button
              type="button"
              className="wallet-grid__entry"
              data-leads-to={keyOf(place)}
              onClick={() => go(place)}
            >
              <WalletIcon src={wallet.imageUrl} name={wallet.name} />
              <span>{wallet.name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the recommended wallets: the built-in entries first, then the directory's. */
export function useRecommendedWallets(): readonly ListedWallet[] {
  const { walletConnect } = runtimeConfig();
  const { data } = useQuery(recommendedWalletsOptions(walletConnect, isPhone()));
  return data ?? knownWallets;
}

import type { ListedWallet } from "../directory/wallet.ts";
import { useNavigateView } from "./useViewStack.ts";
import { keyOf, type Place } from "./views.ts";
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

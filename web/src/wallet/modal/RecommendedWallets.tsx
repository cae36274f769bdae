import { runtimeConfig } from "../../env.ts";
import { useRecommendedWallets } from "./useRecommendedWallets.ts";
import { useNavigateView } from "./useViewStack.ts";
import { WalletGrid } from "./WalletGrid.tsx";

/** The recommended wallets, and a link to all others. */
export function RecommendedWallets() {
  const go = useNavigateView();
  const wallets = useRecommendedWallets();
  return (
    <section className="recommended" aria-labelledby="recommended-title">
      <h3 id="recommended-title">Popular wallets</h3>
      <WalletGrid wallets={wallets} label="Popular wallets" />
      {runtimeConfig().walletConnect && (
        <button
          type="button"
          className="button button--wide"
          data-leads-to="directory"
          onClick={() => go({ view: "directory" })}
        >
          All wallets
        </button>
      )}
    </section>
  );
}

import { runtimeConfig } from "../../env.ts";
import { useNavigateView } from "./useViewStack.ts";
import { PhoneIcon } from "./WalletIcon.tsx";

/** Opens the QR code for wallets on phones, or the reason why there is none. */
export function RelayEntry() {
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
      <span className="wallet-list__hint">
        {runtimeConfig().walletConnect ? "Phone" : "Not set up"}
      </span>
    </button>
  );
}

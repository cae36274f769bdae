import { shortAddress } from "../chain/shortAddress.ts";
import { runtimeConfig } from "../env.ts";
import { useIsHydrated } from "../page/usePage.ts";
import { useWallet } from "./useWallet.ts";
import "./WalletButton.css";

/** Renders the header's button, which connects a wallet or shows the connected one. */
export function WalletButton() {
  const { status, address, chainId, openDialog, preload } = useWallet();
  const isHydrated = useIsHydrated();
  const isOnOtherChain = status === "connected" && chainId !== runtimeConfig().chain.id;
  return (
    <button
      type="button"
      className="wallet-button sign"
      data-status={isOnOtherChain ? "other-chain" : status}
      aria-haspopup="dialog"
      disabled={!isHydrated}
      onClick={openDialog}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <span className="lamp" aria-hidden="true" />
      {address ? shortAddress(address) : messageFor[status]}
      {isOnOtherChain && <span className="wallet-button__warning">Wrong network</span>}
    </button>
  );
}

const messageFor = {
  connected: "Connected",
  connecting: "Connecting…",
  reconnecting: "Reconnecting…",
  disconnected: "Connect wallet",
};

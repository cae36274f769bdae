import { lazy, Suspense, useEffect, useRef } from "react";
import { useConnection } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { ConnectView } from "./ConnectView.tsx";
import { SwitchNetworkView } from "./SwitchNetworkView.tsx";
import { titleOf, viewFor } from "./views.ts";
import "./WalletDialog.css";

const views = {
  connect: ConnectView,
  // Reading a balance takes as much code as all the rest, and only connected accounts have one.
  account: lazy(() => import("./AccountView.tsx")),
  switchNetwork: SwitchNetworkView,
};

/** The wallet dialog. What it shows follows from the connection; the browser keeps focus inside it. */
export function WalletDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { status, chainId } = useConnection();
  const { chain } = runtimeConfig();
  const view = viewFor({ status, chainId }, chain.id);
  const View = views[view];
  const close = () => dialog.current?.close();

  useEffect(() => dialog.current?.showModal(), []);
  useCloseOnceConnected(view === "account", close);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape.
    <dialog
      ref={dialog}
      className="wallet-dialog"
      aria-labelledby="wallet-dialog-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="wallet-dialog__panel">
        <header className="wallet-dialog__header">
          <h2 id="wallet-dialog-title">{titleOf[view]}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={close}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" />
            </svg>
          </button>
        </header>
        <Suspense>
          <View />
        </Suspense>
      </div>
    </dialog>
  );
}

/** Closes the dialog when a connection was made in it, not when it was opened to see one. */
function useCloseOnceConnected(isConnected: boolean, close: () => void): void {
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !wasConnected.current) close();
    wasConnected.current = isConnected;
  });
}

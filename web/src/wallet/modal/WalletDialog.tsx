import { type Ref, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useConfig, useConnection } from "wagmi";
import { lazily } from "../../components/lazily.tsx";
import { runtimeConfig } from "../../env.ts";
import type { ConnectionStatus } from "../connectionEvents.ts";
import { connectWallet } from "../connectWallet.ts";
import { installedWallets, preferredConnector } from "../installedWallets.ts";
import { ConnectView } from "./ConnectView.tsx";
import { NetworkView, SwitchNetworkView } from "./NetworkViews.tsx";
import {
  type DialogView,
  NavigateContext,
  useViewStack,
  viewFor,
  viewKey,
  viewTitle,
} from "./views.ts";
import "./WalletDialog.css";

// Loaded lazily: reading a balance would double the code, and only connected accounts need it.
const fallback = () => <p className="soft">One moment…</p>;
const AccountView = lazily(() => import("./AccountView.tsx"), { fallback });
const RelayView = lazily(() => import("./RelayView.tsx"), { fallback });
const DirectoryView = lazily(() => import("./DirectoryView.tsx"), { fallback });
const WalletView = lazily(() => import("./WalletView.tsx"), { fallback });

/** Renders the wallet dialog: views with back navigation in a modal `<dialog>`, which contains the focus. */
export function WalletDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { status, chainId } = useConnection();
  const root = viewFor({ status, chainId }, runtimeConfig().chain.id);
  const { current, back, go } = useViewStack(root);
  const key = viewKey(current);
  const close = () => dialog.current?.close();

  useEffect(() => dialog.current?.showModal(), []);
  useFocusOnArrival(dialog, title, key);
  useCloseOnceConnected(root === "account", status, close);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape itself.
    <dialog
      ref={dialog}
      className="wallet-dialog"
      aria-labelledby="wallet-dialog-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="wallet-dialog__panel stack">
        <DialogHeader titleRef={title} title={viewTitle(current)} onBack={back} onClose={close} />
        <NavigateContext value={go}>{viewAt(current)}</NavigateContext>
      </div>
    </dialog>
  );
}

function viewAt(current: DialogView) {
  switch (current.view) {
    case "connect":
      return <ConnectView />;
    case "account":
      return <AccountView />;
    case "switchNetwork":
      return <SwitchNetworkView />;
    case "networks":
      return <NetworkView />;
    case "relay":
      return <RelayView />;
    case "directory":
      return <DirectoryView />;
    case "wallet":
      return <WalletView wallet={current.wallet} />;
  }
}

/** Closes the dialog once a wallet connects, unless the dialog opened while connected or reconnecting. */
function useCloseOnceConnected(
  isConnected: boolean,
  status: ConnectionStatus,
  close: () => void,
): void {
  const before = useRef({ isConnected, status });
  useEffect(() => {
    const isReturn = before.current.status === "reconnecting";
    if (isConnected && !before.current.isConnected && !isReturn) close();
    before.current = { isConnected, status };
  });
}

interface DialogHeaderProps {
  title: string;
  titleRef: Ref<HTMLHeadingElement>;
  /** Absent in the first view. */
  onBack: (() => void) | undefined;
  onClose: () => void;
}

/** Renders the back button, the title and the close button. */
function DialogHeader({ title, titleRef, onBack, onClose }: DialogHeaderProps) {
  return (
    <header className="wallet-dialog__header">
      {onBack && <IconButton label="Back" path="M10 2.5L4.5 8l5.5 5.5" onClick={onBack} />}
      {/* Focused when the view changes, so that screen readers start at the title. */}
      <h2 id="wallet-dialog-title" ref={titleRef} tabIndex={-1}>
        {title}
      </h2>
      <IconButton label="Close" path="M3 3l10 10M13 3L3 13" onClick={onClose} />
    </header>
  );
}

interface IconButtonProps {
  label: string;
  /** Path of the icon, 16 units wide and high. */
  path: string;
  onClick: () => void;
}

function IconButton({ label, path, onClick }: IconButtonProps) {
  return (
    <button type="button" className="icon-button plain-button" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Moves the focus when the view changes: going back, to the entry that was opened; otherwise, to the title. */
function useFocusOnArrival(
  dialog: RefObject<HTMLElement | null>,
  title: RefObject<HTMLElement | null>,
  key: string,
): void {
  const keyBefore = useRef<string>(undefined);
  useEffect(() => {
    const ways = dialog.current?.querySelectorAll<HTMLElement>("[data-leads-to]") ?? [];
    const opener = [...ways].find(({ dataset }) => dataset.leadsTo === keyBefore.current);
    (opener ?? title.current)?.focus();
    keyBefore.current = key;
  }, [dialog, title, key]);
}

/** Opens the dialog, unless the URL prefers an injected wallet that can connect immediately. */
export function WalletEntrance({ onClose }: { onClose: () => void }) {
  const config = useConfig();
  const [isShown, setIsShown] = useState(false);
  const leave = useEffectEvent(onClose);

  useEffect(() => {
    async function enter() {
      const isDisconnected = config.state.status === "disconnected";
      const installed = isDisconnected ? await installedWallets(config.connectors) : [];
      const connectors = installed.map(({ connector }) => connector);
      const connector = preferredConnector(window.location.search, connectors);
      if (!connector) return setIsShown(true);
      await connectWallet(config, connector);
      leave();
    }
    enter().catch(() => setIsShown(true));
  }, [config]);

  return isShown && <WalletDialog onClose={onClose} />;
}

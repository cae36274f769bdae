import { useEffect, useEffectEvent, useState } from "react";
import { getConnection, watchConnection } from "wagmi/actions";
import { Notice } from "../components/Notice.tsx";
import { runtimeConfig } from "../env.ts";
import { reconnectToLastWallet, refreshConnection } from "./autoConnect.ts";
import {
  announcement,
  type Connection,
  type ConnectionStatus,
  connectionEvents,
} from "./connectionEvents.ts";
import { WalletEntrance } from "./modal/WalletDialog.tsx";
import { useWallet } from "./useWallet.ts";
import { WalletScope, walletConfig } from "./WalletScope.tsx";

type ConnectionNow = Connection & { status: ConnectionStatus };

export interface WalletRuntimeProps {
  /** Counts how often the dialog was opened; undefined while it is closed. */
  opening: number | undefined;
  onDialogClose: (opening: number) => void;
  onConnectionChange: (connection: ConnectionNow) => void;
}

/** Reconnects, reports connection events and renders the dialog. */
export default function WalletRuntime(props: WalletRuntimeProps) {
  const { opening, onDialogClose, onConnectionChange } = props;
  const [text, setText] = useState("");
  const [wasInterrupted, setIsLost] = useState(false);

  const report = useEffectEvent((after: ConnectionNow, before: Connection) => {
    const events = connectionEvents(before, after, runtimeConfig().chain.id);
    if (events.length === 0) return;
    setText(events.map(announcement).join(" "));
    // Users can disconnect only in the dialog.
    setIsLost(opening === undefined && events.some(({ type }) => type === "disconnected"));
  });

  useEffect(() => {
    void reconnectToLastWallet(walletConfig).then(() =>
      onConnectionChange(getConnection(walletConfig)),
    );
    return watchConnection(walletConfig, {
      onChange(after, before) {
        onConnectionChange(after);
        report(after, before);
      },
    });
  }, [onConnectionChange]);
  useEffect(() => {
    const refresh = ({ persisted }: PageTransitionEvent) =>
      void (persisted && refreshConnection(walletConfig));
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, []);

  return (
    <WalletScope>
      <p className="visually-hidden" aria-live="polite">
        {text}
      </p>
      {wasInterrupted && <ConnectionEndedNotice onDismiss={() => setIsLost(false)} />}
      {opening !== undefined && (
        <WalletEntrance key={opening} onClose={() => onDialogClose(opening)} />
      )}
    </WalletScope>
  );
}

/** Renders a notice that the wallet, not the user, ended the connection. */
function ConnectionEndedNotice({ onDismiss }: { onDismiss: () => void }) {
  const { openDialog } = useWallet();
  function connectAgain() {
    onDismiss();
    openDialog();
  }
  return (
    <Notice
      className="notice--floating"
      actions={{ "Connect again": connectAgain, Dismiss: onDismiss }}
    >
      Your wallet ended the connection. Your text is safe.
    </Notice>
  );
}

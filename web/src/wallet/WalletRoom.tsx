import { useEffect, useState } from "react";
import { getConnection, watchConnection } from "wagmi/actions";
import { runtimeConfig } from "../env.ts";
import { announcement } from "./announcement.ts";
import { reconnectToLastWallet } from "./autoConnect.ts";
import { type Connection, type ConnectionStatus, connectionEvents } from "./connectionEvents.ts";
import { WalletEntrance } from "./modal/WalletEntrance.tsx";
import { WalletScope, walletConfig } from "./WalletScope.tsx";

interface WalletRoomProps {
  isDialogOpen: boolean;
  onDialogClose: () => void;
  onConnectionChange: (connection: Connection & { status: ConnectionStatus }) => void;
}

/** Everything that speaks to wallets: it connects again by itself, reports what changes, holds the dialog. */
export default function WalletRoom(props: WalletRoomProps) {
  const { isDialogOpen, onDialogClose, onConnectionChange } = props;
  const [words, setWords] = useState("");

  useEffect(() => {
    void reconnectToLastWallet(walletConfig).then(() =>
      onConnectionChange(getConnection(walletConfig)),
    );
    return watchConnection(walletConfig, {
      onChange(after, before) {
        onConnectionChange(after);
        const events = connectionEvents(before, after, runtimeConfig().chain.id);
        if (events.length > 0) setWords(events.map(announcement).join(" "));
      },
    });
  }, [onConnectionChange]);

  return (
    <WalletScope>
      <p className="visually-hidden" aria-live="polite">
        {words}
      </p>
      {isDialogOpen && <WalletEntrance onClose={onDialogClose} />}
    </WalletScope>
  );
}

import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { LoadFailure, Notice } from "../components/Notice.tsx";
import { takeSavedText, useSavedText } from "../page/reload.ts";
import { localStore } from "../page/storage.ts";
import { type Wallet, WalletContext } from "./useWallet.ts";
import type { WalletRuntimeProps } from "./WalletRuntime.tsx";

// Not fetched by readers without a wallet.
const WalletRuntime = lazily(() => import("./WalletRuntime.tsx"), { Failure: RuntimeMissing });

/** wagmi's storage key for the last used connector. */
const lastWalletStorageKey = "wagmi.recentConnectorId";

/** Key under which a reload stores whether the dialog was opening. */
const dialogKey = "wallet dialog";

/** Preloads the wallet code. A failure is reported only when the dialog opens. */
function preload(): void {
  WalletRuntime.preload().catch(() => undefined);
}

/** Provides the wallet connection. Loads the wallet code if a wallet was used before, or when the dialog opens. */
export function WalletProvider({ children }: { children: ReactNode }) {
  // In development, the developer's panel can connect, too.
  const [isNeeded, setIsNeeded] = useState(import.meta.env.DEV);
  const openings = useRef(0);
  const [opening, setOpening] = useState<number>();
  const [connection, setConnection] = useState<Omit<Wallet, "openDialog" | "preload">>({
    status: "disconnected",
  });

  // Skips the first render, which must equal the server's markup.
  useLayoutEffect(() => {
    if (localStore.getItem(lastWalletStorageKey) === null) return;
    setIsNeeded(true);
    setConnection({ status: "reconnecting" });
  }, []);

  const reopenDialog = useEffectEvent(openDialog);
  useEffect(() => {
    if (takeSavedText(dialogKey) === "open") reopenDialog();
  }, []);
  useSavedText(dialogKey, opening === undefined ? "closed" : "open");

  function openDialog() {
    setIsNeeded(true);
    openings.current += 1;
    setOpening(openings.current);
  }

  // The close event may arrive after the dialog was reopened.
  function closeDialog(closed: number) {
    setOpening((now) => (now === closed ? undefined : now));
  }

  return (
    <WalletContext value={{ ...connection, openDialog, preload }}>
      {children}
      {isNeeded && (
        <ErrorBoundary fallback={<RuntimeBroken />}>
          <WalletRuntime
            opening={opening}
            onDialogClose={closeDialog}
            onConnectionChange={setConnection}
          />
        </ErrorBoundary>
      )}
    </WalletContext>
  );
}

interface RuntimeMissingProps extends WalletRuntimeProps {
  onRetry: () => void;
}

/** Renders the fallback if the wallet code fails to load: no reconnection, and opening the dialog retries. */
function RuntimeMissing({ opening, onConnectionChange, onRetry }: RuntimeMissingProps) {
  const openingBefore = useRef(opening);
  const retry = useEffectEvent(onRetry);
  useEffect(() => onConnectionChange({ status: "disconnected" }), [onConnectionChange]);
  useEffect(() => {
    if (opening !== openingBefore.current) retry();
  }, [opening]);
  return (
    <div className="notice--floating">
      <LoadFailure onRetry={onRetry}>
        Wallet support failed to load. Check your connection, then try again.
      </LoadFailure>
    </div>
  );
}

function RuntimeBroken() {
  return (
    <Notice tone="alert" className="notice--floating">
      Wallet support stopped working. Reload the page.
    </Notice>
  );
}

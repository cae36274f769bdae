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
import { takeKept, useKept } from "../page/reload.ts";
import { localStore } from "../page/storage.ts";
import { type Wallet, WalletContext } from "./useWallet.ts";
import type { WalletRuntimeProps } from "./WalletRuntime.tsx";

// Readers without a wallet do not fetch the wallet code.
const WalletRuntime = lazily(() => import("./WalletRuntime.tsx"), { Failure: RuntimeMissing });

/** wagmi's storage key of the last used connector. */
const lastWalletStorageKey = "wagmi.recentConnectorId";

/** Key under which a reload stores whether the dialog was opening. */
const dialogKey = "wallet dialog";

/** Preloads the wallet code; opening the dialog reports a failure. */
function preload(): void {
  WalletRuntime.preload().catch(() => undefined);
}

/** Provides the wallet connection. Loads the wallet code once a wallet was used before, or the dialog opens. */
export function WalletProvider({ children }: { children: ReactNode }) {
  // In development, the developer's panel also connects.
  const [isNeeded, setIsNeeded] = useState(import.meta.env.DEV);
  const openings = useRef(0);
  const [opening, setOpening] = useState<number>();
  const [connection, setConnection] = useState<Omit<Wallet, "openDialog" | "preload">>({
    status: "disconnected",
  });

  // Not in the first render, which must equal the server's markup.
  useLayoutEffect(() => {
    if (localStore.getItem(lastWalletStorageKey) === null) return;
    setIsNeeded(true);
    setConnection({ status: "reconnecting" });
  }, []);

  const reopenDialog = useEffectEvent(openDialog);
  useEffect(() => {
    if (takeKept(dialogKey) === "open") reopenDialog();
  }, []);
  useKept(dialogKey, opening === undefined ? "closed" : "open");

  function openDialog() {
    setIsNeeded(true);
    openings.current += 1;
    setOpening(openings.current);
  }

  // The close event arrives late: the dialog may have been reopened by then.
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

/** Renders the failure to load the wallet code: nothing reconnects, and opening the dialog retries. */
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

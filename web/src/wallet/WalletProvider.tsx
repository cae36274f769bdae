import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { type Wallet, WalletContext } from "./useWallet.ts";

// Readers without a wallet do not fetch the wallet code.
const loadRoom = () => import("./WalletRuntime.tsx");
const WalletRuntime = lazy(loadRoom);

/** wagmi's storage key of the last used connector. */
const lastWalletStorageKey = "wagmi.recentConnectorId";

/** Loads the wallet code when needed: a wallet was used before, or the dialog is opened. */
export function WalletProvider({ children }: { children: ReactNode }) {
  // In development, the developer's panel also connects.
  const [isNeeded, setIsNeeded] = useState(import.meta.env.DEV);
  const openings = useRef(0);
  const [opening, setOpening] = useState<number>();
  const [connection, setConnection] = useState<Omit<Wallet, "openDialog" | "preload">>({
    status: "disconnected",
  });

  // Not in the first render, which has to equal the server's markup.
  useLayoutEffect(() => {
    if (localStorage.getItem(lastWalletStorageKey) === null) return;
    setIsNeeded(true);
    setConnection({ status: "reconnecting" });
  }, []);

  function openDialog() {
    setIsNeeded(true);
    openings.current += 1;
    setOpening(openings.current);
  }

  // The close event arrives late: the dialog may have been reopened by then.
  const closeDialog = useCallback((closed: number) => {
    setOpening((now) => (now === closed ? undefined : now));
  }, []);

  return (
    <WalletContext value={{ ...connection, openDialog, preload: () => void loadRoom() }}>
      {children}
      {isNeeded && (
        <ErrorBoundary fallback={<RoomMissing />}>
          <Suspense>
            <WalletRuntime
              opening={opening}
              onDialogClose={closeDialog}
              onConnectionChange={setConnection}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </WalletContext>
  );
}

function RoomMissing() {
  return (
    <p className="notice notice--alert notice--floating" role="alert">
      Wallet support failed to load. Reload to try again.
    </p>
  );
}

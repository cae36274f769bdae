import { createContext, useContext } from "react";
import type { Connection, ConnectionStatus } from "./connectionEvents.ts";

export interface Wallet extends Connection {
  status: ConnectionStatus;
  openDialog(): void;
  /** Preloads the dialog's code before a click. */
  preload(): void;
}

export const WalletContext = createContext<Wallet | undefined>(undefined);

/** Returns the wallet connection, in any component. */
export function useWallet(): Wallet {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error("useWallet needs a WalletProvider above it.");
  return wallet;
}

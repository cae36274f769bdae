import { createContext, useContext } from "react";
import type { Connection, ConnectionStatus } from "./connectionEvents.ts";

export interface Wallet extends Connection {
  status: ConnectionStatus;
  openDialog(): void;
  /** Fetches what the dialog needs ahead of the click. */
  preload(): void;
}

export const WalletContext = createContext<Wallet | undefined>(undefined);

/** The wallet's connection, for any part of the page. */
export function useWallet(): Wallet {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error("useWallet needs a WalletProvider above it.");
  return wallet;
}

import { createContext, useContext, useState } from "react";
import type { Connection } from "../connectionEvents.ts";
import type { ListedWallet } from "../directory/wallet.ts";

/** Views determined by the connection. */
type RootView = "connect" | "account" | "switchNetwork";

/** A view of the dialog; `wallet` shows one chosen wallet. */
export type DialogView =
  | { view: RootView | "networks" | "relay" | "directory" }
  | { view: "wallet"; wallet: ListedWallet };

/** Returns the view that the dialog opens with. */
export function viewFor({ status, chainId }: Connection, supportedChainId: number): RootView {
  if (status !== "connected") return "connect";
  return chainId === supportedChainId ? "account" : "switchNetwork";
}

const titles: Record<Exclude<DialogView["view"], "wallet">, string> = {
  connect: "Connect wallet",
  account: "Your wallet",
  switchNetwork: "Wrong network",
  networks: "Choose network",
  relay: "WalletConnect",
  directory: "All wallets",
};

export function viewTitle(current: DialogView): string {
  return current.view === "wallet" ? current.wallet.name : titles[current.view];
}

/** Returns a view's unique key, which entries that open the view also carry. */
export function viewKey(current: DialogView): string {
  return current.view === "wallet" ? `wallet ${current.wallet.id}` : current.view;
}

/** Opens another view. */
export const NavigateContext = createContext<(next: DialogView) => void>(() => {});
export const useNavigateView = () => useContext(NavigateContext);

interface ViewStack {
  current: DialogView;
  /** Absent in the first view. */
  back: (() => void) | undefined;
  go(next: DialogView): void;
}

/** Navigation history of the dialog; reset when the connection changes the root view. */
export function useViewStack(root: RootView): ViewStack {
  const [rootBefore, setRootBefore] = useState(root);
  const [opened, setOpened] = useState<readonly DialogView[]>([]);
  if (root !== rootBefore) {
    setRootBefore(root);
    setOpened([]);
  }
  return {
    current: opened.at(-1) ?? { view: root },
    back: opened.length > 0 ? () => setOpened(opened.slice(0, -1)) : undefined,
    go: (next) => setOpened([...opened, next]),
  };
}

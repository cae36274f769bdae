import { createContext, useContext, useState } from "react";
import type { Connection } from "../connectionEvents.ts";
import type { ListedWallet } from "../directory/wallet.ts";

/** Views determined by the connection. */
type RootView = "connect" | "account" | "switchNetwork";

/** A view of the dialog; `wallet` shows one chosen wallet. */
export type Place =
  | { view: RootView | "networks" | "relay" | "directory" }
  | { view: "wallet"; wallet: ListedWallet };

/** The view that the dialog opens with. */
export function viewFor({ status, chainId }: Connection, supportedChainId: number): RootView {
  if (status !== "connected") return "connect";
  return chainId === supportedChainId ? "account" : "switchNetwork";
}

const titles: Record<Exclude<Place["view"], "wallet">, string> = {
  connect: "Connect wallet",
  account: "Your wallet",
  switchNetwork: "Wrong network",
  networks: "Choose network",
  relay: "WalletConnect",
  directory: "All wallets",
};

export function titleOf(place: Place): string {
  return place.view === "wallet" ? place.wallet.name : titles[place.view];
}

/** Returns a unique key of a view; entries that lead to it carry the key. */
export function keyOf(place: Place): string {
  return place.view === "wallet" ? `wallet ${place.wallet.id}` : place.view;
}

/** Opens another view. */
export const NavigateContext = createContext<(place: Place) => void>(() => {});
export const useNavigateView = () => useContext(NavigateContext);

interface ViewStack {
  place: Place;
  /** Absent in the first view. */
  back: (() => void) | undefined;
  go(place: Place): void;
}

/** Navigation history of the dialog; reset when the connection changes the root view. */
export function useViewStack(root: RootView): ViewStack {
  const [rootBefore, setRootBefore] = useState(root);
  const [places, setViews] = useState<readonly Place[]>([]);
  if (root !== rootBefore) {
    setRootBefore(root);
    setViews([]);
  }
  return {
    place: places.at(-1) ?? { view: root },
    back: places.length > 0 ? () => setViews(places.slice(0, -1)) : undefined,
    go: (place) => setViews([...places, place]),
  };
}

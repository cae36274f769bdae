import { useEffect, useSyncExternalStore } from "react";
import { type Connector, useConfig } from "wagmi";
import { type Pairing, type PairingStore, pairingStore } from "./pairing.ts";

/** Returns a pairing that starts when the view mounts; `begin` creates a new one. */
export function usePairing(connector: Connector): Pairing & Pick<PairingStore, "begin"> {
  const store = pairingStore(useConfig(), connector);
  const pairing = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.begin(), [store]);
  return { ...pairing, begin: store.begin };
}

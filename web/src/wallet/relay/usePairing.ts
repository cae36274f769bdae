import { useEffect, useSyncExternalStore } from "react";
import { type Connector, useConfig } from "wagmi";
import { type Pairing, type PairingDesk, pairingDesk } from "./pairing.ts";

/** Returns a pairing that starts when the view mounts; `begin` creates a new one. */
export function usePairing(connector: Connector): Pairing & Pick<PairingDesk, "begin"> {
  const desk = pairingDesk(useConfig(), connector);
  const pairing = useSyncExternalStore(desk.subscribe, desk.read);
  useEffect(() => desk.begin(), [desk]);
  return { ...pairing, begin: desk.begin };
}

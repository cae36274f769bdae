import { useEffect, useSyncExternalStore } from "react";
import { type Connector, useConfig } from "wagmi";
import { type Pairing, type PairingDesk, pairingDesk } from "./pairing.ts";

/** A pairing that a wallet can take, begun with the view that shows it. `begin` makes a new one. */
export function usePairing(connector: Connector): Pairing & Pick<PairingDesk, "begin"> {
  const desk = pairingDesk(useConfig(), connector);
  const pairing = useSyncExternalStore(desk.subscribe, desk.read);
  useEffect(() => desk.begin(), [desk]);
  return { ...pairing, begin: desk.begin };
}

import { useSyncExternalStore } from "react";
import { readChanged, subscribeToChanged } from "./choice.ts";

/** Returns how many simulated faults are on. */
export function useFaultCount(): number {
  return Object.keys(useSyncExternalStore(subscribeToChanged, readChanged)).length;
}

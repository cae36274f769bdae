import { localStore } from "./storage.ts";

/** Whether the browser stores a wallet's mint: one that is not final, or whose result was not seen yet. */
export function hasStoredMint(wallet: string): boolean {
  return localStore.keys().some((key) => key.startsWith("mint:") && key.endsWith(`:${wallet}`));
}

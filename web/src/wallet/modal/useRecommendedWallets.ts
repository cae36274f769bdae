import { useQuery } from "@tanstack/react-query";
import { runtimeConfig } from "../../env.ts";
import { recommendedWalletsOptions } from "../directory/directoryQueries.ts";
import { knownWallets } from "../directory/knownWallets.ts";
import type { ListedWallet } from "../directory/wallet.ts";
import { isPhone } from "../isPhone.ts";

/** Returns the recommended wallets: the built-in entries first, then the directory's. */
export function useRecommendedWallets(): readonly ListedWallet[] {
  const { walletConnect } = runtimeConfig();
  const { data } = useQuery(recommendedWalletsOptions(walletConnect, isPhone()));
  return data ?? knownWallets;
}

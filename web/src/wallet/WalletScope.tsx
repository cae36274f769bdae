import type { ReactNode } from "react";
import { WagmiContext } from "wagmi";
import { runtimeConfig } from "../env.ts";
import { createWalletConfig } from "./walletConfig.ts";

// The condition is a constant of the build: a production bundle holds no dev wallet.
const devConnectors = import.meta.env.DEV
  ? [(await import("../dev/devWallet.ts")).devWallet()]
  : [];

/** This page's wallets and chain. Only parts that are fetched on demand may import it. */
export const walletConfig = createWalletConfig(runtimeConfig(), devConnectors);

/** Lets wagmi's hooks work below it. It connects nothing by itself, as wagmi's own provider would. */
export function WalletScope({ children }: { children: ReactNode }) {
  return <WagmiContext value={walletConfig}>{children}</WagmiContext>;
}

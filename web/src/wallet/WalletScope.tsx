import type { ReactNode } from "react";
import { WagmiContext } from "wagmi";
import { runtimeConfig } from "../env.ts";
import { developerTools } from "./developerTools.ts";
import { createWalletConfig } from "./walletConfig.ts";

// DEV is a build-time constant: production bundles omit the dev wallet.
const connector = import.meta.env.DEV && (await developerTools.connector?.());

/** wagmi's configuration for this site. Only lazily loaded code may import it. */
export const walletConfig = createWalletConfig(runtimeConfig(), connector ? [connector] : []);

/** Provides wagmi's context. Unlike wagmi's own provider, it does not reconnect. */
export function WalletScope({ children }: { children: ReactNode }) {
  return <WagmiContext value={walletConfig}>{children}</WagmiContext>;
}

import type { Connector } from "wagmi";
import type { ListedWallet } from "./directory/wallet.ts";

const plainWalletId = "injected";

export interface InstalledWallet {
  connector: Connector;
  /** Its injected provider, by which a plain one is identified. */
  provider: unknown;
}

/**
 * Returns the wallets in this browser: those that announce themselves (EIP-6963), then a plain
 * `window.ethereum` unless it announced itself too.
 */
export async function installedWallets(
  connectors: readonly Connector[],
): Promise<InstalledWallet[]> {
  const injected = connectors.filter(({ type }) => type === "injected");
  const seen = new Set<unknown>();
  const installed: InstalledWallet[] = [];
  for (const connector of injected.sort(plainLast)) {
    const provider = await connector.getProvider().catch(() => undefined);
    if (!provider || seen.has(provider)) continue;
    seen.add(provider);
    installed.push({ connector, provider });
  }
  return installed;
}

/** Returns a wallet's name and icon; a plain one is identified by its flag, if `listed` knows it. */
export function walletAppearance(
  { connector, provider }: InstalledWallet,
  listed: readonly ListedWallet[],
): { name: string; icon: string | undefined } {
  if (connector.id !== plainWalletId) return { name: connector.name, icon: connector.icon };
  const known = listed.find(({ injectedMark }) => bears(provider, injectedMark));
  return { name: known?.name ?? "Browser wallet", icon: known?.imageUrl };
}

function bears(provider: unknown, mark: string | undefined): boolean {
  if (mark === undefined || typeof provider !== "object" || provider === null) return false;
  return mark in provider && provider[mark as keyof typeof provider] === true;
}

function plainLast(a: Connector, b: Connector): number {
  return Number(a.id === plainWalletId) - Number(b.id === plainWalletId);
}

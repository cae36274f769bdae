import type { Connector } from "wagmi";
import type { ListedWallet } from "./directory/wallet.ts";

const plainWalletId = "injected";

export interface InstalledWallet {
  connector: Connector;
  /** The injected provider, whose flags identify a plain `window.ethereum`. */
  provider: unknown;
}

/**
 * Returns the browser's wallets: announced wallets (EIP-6963), then a plain `window.ethereum`
 * unless it was announced, too.
 */
export async function installedWallets(
  connectors: readonly Connector[],
): Promise<InstalledWallet[]> {
  const injected = connectors.filter(({ type }) => type === "injected");
  const seenProviders = new Set<unknown>();
  const installed: InstalledWallet[] = [];
  for (const connector of injected.sort(comparePlainLast)) {
    const provider = await connector.getProvider().catch(() => undefined);
    if (!provider || seenProviders.has(provider)) continue;
    seenProviders.add(provider);
    installed.push({ connector, provider });
  }
  return installed;
}

/**
 * Returns a wallet's name and icon. Identifies a plain `window.ethereum` by its flag, if `listed` includes that flag.
 */
export function walletAppearance(
  { connector, provider }: InstalledWallet,
  listed: readonly ListedWallet[],
): { name: string; icon: string | undefined } {
  if (connector.id !== plainWalletId) return { name: connector.name, icon: connector.icon };
  const known = listed.find(({ injectedFlag }) => hasFlag(provider, injectedFlag));
  return { name: known?.name ?? "Browser wallet", icon: known?.imageUrl };
}

function hasFlag(provider: unknown, mark: string | undefined): boolean {
  if (mark === undefined || typeof provider !== "object" || provider === null) return false;
  return mark in provider && provider[mark as keyof typeof provider] === true;
}

function comparePlainLast(a: Connector, b: Connector): number {
  return Number(a.id === plainWalletId) - Number(b.id === plainWalletId);
}

/** Query parameter that, with any value, makes the site connect through the injected wallet. */
const preferInjectedFlag = "w3mPreferInjected";

/** Returns the injected connector if the URL prefers it and the wallet is installed. */
export function preferredConnector<C extends { id: string }>(
  search: string,
  installed: readonly C[],
): C | undefined {
  return new URLSearchParams(search).has(preferInjectedFlag) ? installed[0] : undefined;
}

/** Whether the site runs on a phone or tablet, where wallets are separate apps. */
export function isPhone(): boolean {
  const isTouchMac = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isTouchMac || /Android|iPhone|iPad|iPod/i.test(navigator.userAgent);
}

import type { Connector } from "wagmi";
import type { ListedWallet } from "./directory/wallet.ts";

const plainWalletId = "injected";

export interface InstalledWallet {
  connector: Connector;
  /** The injected provider, which identifies a plain one. */
  provider: unknown;
}

/**
 * Returns the browser's wallets: those that announce themselves (EIP-6963), then a plain `window.ethereum` unless it
 * announced itself too.
 */
export async function installedWallets(
  connectors: readonly Connector[],
): Promise<InstalledWallet[]> {
  const injected = connectors.filter(({ type }) => type === "injected");
  const seenProviders = new Set<unknown>();
  const installed: InstalledWallet[] = [];
  for (const connector of injected.sort(plainLast)) {
    const provider = await connector.getProvider().catch(() => undefined);
    if (!provider || seenProviders.has(provider)) continue;
    seenProviders.add(provider);
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

/** Query parameter that makes the site connect through the injected wallet, regardless of its value. */
const preferInjectedFlag = "w3mPreferInjected";

/** Returns the injected connector, if the URL prefers it and it is installed. */
export function preferredConnector<C extends { id: string }>(
  search: string,
  installed: readonly C[],
): C | undefined {
  return new URLSearchParams(search).has(preferInjectedFlag) ? installed[0] : undefined;
}

/** Whether the site runs on a phone or tablet, where wallets are apps beside the browser. */
export function isPhone(): boolean {
  const isTouchMac = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isTouchMac || /Android|iPhone|iPad|iPod/i.test(navigator.userAgent);
}

import type { Connector } from "wagmi";

const plainWalletId = "injected";

/**
 * The wallets in this browser: first those that announce themselves (EIP-6963), then the one that is
 * only `window.ethereum`, unless it has announced itself too.
 */
export async function installedWallets(connectors: readonly Connector[]): Promise<Connector[]> {
  const injected = connectors.filter(({ type }) => type === "injected");
  const seen = new Set<unknown>();
  const installed: Connector[] = [];
  for (const connector of injected.sort(plainLast)) {
    const provider = await connector.getProvider();
    if (!provider || seen.has(provider)) continue;
    seen.add(provider);
    installed.push(connector);
  }
  return installed;
}

export function walletName({ id, name }: Pick<Connector, "id" | "name">): string {
  return id === plainWalletId ? "Browser wallet" : name;
}

function plainLast(a: Connector, b: Connector): number {
  return Number(a.id === plainWalletId) - Number(b.id === plainWalletId);
}

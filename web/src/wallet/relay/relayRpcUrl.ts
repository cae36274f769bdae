import type { WalletConnectConfig } from "#protocol/runtimeConfig";

/** WalletConnect's own RPC endpoint for a chain. */
export function relayRpcUrl(
  { identityUrl, projectId }: Pick<WalletConnectConfig, "identityUrl" | "projectId">,
  chainId: number,
): string {
  return `${identityUrl}/v1/?chainId=eip155:${chainId}&projectId=${encodeURIComponent(projectId)}`;
}

import { zeroHash } from "viem";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import { withTimeout } from "../base/withTimeout.ts";
import type { Chain } from "../chain/chain.ts";
import { findEnsResolver } from "../chain/ens.ts";
import { findViemChain } from "../chain/viemChain.ts";
import type { Settings } from "../settings/settings.ts";

const maxWaitMilliseconds = 1_000;

/**
 * Returns the app's configuration. While the chain is unavailable, `genesisHash` is zero, so that the app works without
 * its cache.
 */
export async function runtimeConfig(
  settings: Settings,
  chain: Pick<Chain, "readGenesisHash">,
): Promise<RuntimeConfig> {
  const { chainId, publicRpcUrl, contract, maxBodyBytes, walletConnect } = settings;
  const { contentLicense, sourceUrl, epubUrl, publicUrl } = settings;
  const ensResolver = await findEnsResolver(settings);
  const genesisHash = await withTimeout(chain.readGenesisHash(), maxWaitMilliseconds).catch(
    () => undefined,
  );
  return {
    chain: {
      id: chainId,
      ...(await describeChain(chainId)),
      ...(ensResolver && { contracts: { ensUniversalResolver: { address: ensResolver } } }),
      rpcUrls: { default: { http: [publicRpcUrl] } },
    },
    contract,
    genesisHash: genesisHash ?? zeroHash,
    maxBodyBytes,
    ...(contentLicense !== undefined && { contentLicense }),
    ...(sourceUrl !== undefined && { sourceUrl }),
    ...(epubUrl !== undefined && { epubUrl }),
    ...(publicUrl !== undefined && { hasFeeds: true }),
    ...(walletConnect && { walletConnect }),
  };
}

type ChainDescription = Omit<RuntimeConfig["chain"], "id" | "rpcUrls" | "contracts">;

/** Returns a chain's name, currency and explorer; Ether for unknown chains. */
export async function describeChain(chainId: number): Promise<ChainDescription> {
  const known = await findViemChain(chainId);
  const explorer = known?.blockExplorers?.default;
  return {
    name: known?.name ?? `Chain ${chainId}`,
    nativeCurrency: known?.nativeCurrency ?? { name: "Ether", symbol: "ETH", decimals: 18 },
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
  };
}

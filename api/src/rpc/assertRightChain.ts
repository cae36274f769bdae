import { createClient, http } from "viem";
import { getChainId } from "viem/actions";
import { type Settings, SettingsError } from "../env.ts";
import { createRpcFetch } from "./rpcFetch.ts";

/** An endpoint that takes longer is not checked: it may be down for now. */
const longestWaitMilliseconds = 3_000;

/**
 * Checks that none of several endpoints serves another chain. A single one is not checked, because the service starts
 * without the chain too.
 *
 * @throws {SettingsError} that names each wrong endpoint by its place in RPC_URL.
 */
export async function assertRightChain({
  rpcUrls,
  chainId,
}: Pick<Settings, "rpcUrls" | "chainId">): Promise<void> {
  if (rpcUrls.length === 1) return;
  const faults = await Promise.all(
    rpcUrls.map(async (url, index) => {
      const actual = await readChainId(url);
      if (actual === undefined || actual === chainId) return [];
      return [
        `RPC_URL must name endpoints of chain ${chainId} (CHAIN_ID) only, but number ${index + 1} serves chain ${actual}: remove it.`,
      ];
    }),
  );
  if (faults.flat().length > 0) throw new SettingsError(faults.flat().join("\n"));
}

/** The ID of an endpoint's chain; undefined if it does not respond with one. */
async function readChainId(url: string): Promise<number | undefined> {
  const fetchFn = createRpcFetch(longestWaitMilliseconds);
  const client = createClient({ transport: http(url, { retryCount: 0, timeout: 0, fetchFn }) });
  return getChainId(client).catch(() => undefined);
}

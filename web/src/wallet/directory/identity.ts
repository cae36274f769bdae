import { queryOptions, skipToken } from "@tanstack/react-query";
import * as v from "valibot";
import type { Address, Chain, Client, Transport } from "viem";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { walletData } from "../cache.ts";
import {
  ConnectionServiceError,
  connectionServiceRetries,
  requestConnectionService,
} from "./connectionService.ts";
import { httpsUrl } from "./wallet.ts";

/** An account's public name and avatar. */
interface Identity {
  name: string | undefined;
  avatar: string | undefined;
}

const identitySchema = v.object({ name: v.nullish(v.string()), avatar: v.nullish(v.string()) });
const unknownIdentity: Identity = { name: undefined, avatar: undefined };

type IdentityService = Pick<WalletConnectConfig, "projectId" | "identityUrl">;

export function identityUrl(
  { identityUrl, projectId }: IdentityService,
  { address, chainId }: { address: Address; chainId: number },
): string {
  const query = `chainId=eip155:${chainId}&projectId=${encodeURIComponent(projectId)}`;
  return `${identityUrl}/v1/identity/${address}?${query}`;
}

/**
 * Query for an account's identity: from the identity service if configured, otherwise from the chain's ENS. An unnamed
 * address is not an error. Disabled without an account, or if neither source exists.
 */
export function identityOptions(
  service: IdentityService | undefined,
  client: Client<Transport, Chain>,
  address: Address | undefined,
) {
  const { id: chainId, contracts } = client.chain;
  const url = service && address && identityUrl(service, { address, chainId });
  const isKnown = address !== undefined && (url ?? contracts?.ensUniversalResolver) !== undefined;
  return queryOptions({
    ...(url && connectionServiceRetries),
    queryKey: ["identity", url ?? address],
    queryFn: isKnown
      ? async ({ signal }) => {
          if (url) return readIdentity(url, signal);
          return (await import("./ensIdentity.ts")).readEnsIdentity(client, address);
        }
      : skipToken,
    meta: walletData,
  });
}

async function readIdentity(url: string, signal: AbortSignal): Promise<Identity> {
  try {
    const { name, avatar } = v.parse(identitySchema, await requestConnectionService(url, signal));
    return { name: name || undefined, avatar: httpsUrl(avatar) };
  } catch (error) {
    if (error instanceof ConnectionServiceError && error.status === 404) return unknownIdentity;
    throw error;
  }
}

import { queryOptions } from "@tanstack/react-query";
import { createClient, http } from "viem";
import { getChainId } from "viem/actions";
import { createChainReader } from "#protocol/chain/chainReader";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { createRetryQueue, retryingClient } from "#protocol/chain/rateLimit";
import {
  findEndpointError,
  RpcEndpointError,
  wrongChainError,
} from "#protocol/chain/rpcEndpointError";
import { createTransferHistory } from "#protocol/chain/transferHistory";
import { type RevisionChain, verifyRevision } from "#protocol/stories/verifyRevision";
import type { SignedRevision } from "#protocol/wire/responses";
import { latestBlockNumber } from "../../chain/latestBlockNumber.ts";
import { runtimeConfig } from "../../env.ts";
import { proofMessages } from "../historyMessages.ts";

/** Query that checks a signed revision's proof steps in the browser with the site's node. */
export function revisionCheckQueryOptions(signed: SignedRevision) {
  return queryOptions({
    queryKey: ["revision", signed],
    // Not cached, because the node's responses may differ next time.
    gcTime: 0,
    queryFn: () => {
      const { chain, contract } = runtimeConfig();
      const collection = { chainId: chain.id, contract };
      const [endpoint = ""] = chain.rpcUrls.default.http;
      return verifyRevision(signed, collection, createRevisionChain(collection, endpoint));
    },
  });
}

/**
 * Maximum number of event requests, so that a check takes minutes at most, even if the node returns
 * few blocks per request.
 */
const maxEventRequests = 500;

/** Returns a reader for the collection's chain that uses the node at `endpoint`. */
export function createRevisionChain(
  { chainId, contract }: CollectionRef,
  endpoint: string,
): RevisionChain {
  const single = createClient({
    transport: http(endpoint, { timeout: 10_000, retryCount: 0 }),
    ccipRead: false,
  });
  const retry = createRetryQueue();
  const client = retryingClient(single, retry);
  return {
    ...createChainReader(client),
    transfers: createTransferHistory(client, contract, maxEventRequests),
    async readLatestBlock() {
      try {
        const first = () => Promise.all([getChainId(single), latestBlockNumber(single)]);
        const [id, number] = await retry(first);
        if (id !== chainId) throw wrongChainError(id, chainId);
        return number;
      } catch (error) {
        throw (
          findEndpointError(error) ??
          new RpcEndpointError(proofMessages.unreachable, { cause: error })
        );
      }
    },
  };
}

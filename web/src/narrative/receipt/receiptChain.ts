import {
  BaseError,
  createClient,
  HttpRequestError,
  http,
  RpcRequestError,
  TimeoutError,
} from "viem";
import { getChainId } from "viem/actions";
import { createChainReader } from "#protocol/chainReader";
import { retryingClient, retryWhenLimited } from "#protocol/rateLimit";
import type { Collection, ReceiptChain } from "#protocol/receipt";
import { endpointErrorIn, RpcEndpointError, wrongChain } from "#protocol/rpcEndpointError";
import { createTransferHistory } from "#protocol/transferHistory";
import { newestBlockNumber } from "../../transactions/newestBlockNumber.ts";

const timeoutMilliseconds = 10_000;

/** Accepted requests for events at most: minutes rather than hours with a node that returns few blocks at a time. */
const mostEventRequests = 500;

/** The collection's chain as an RPC endpoint tells it to a browser. */
export function createReceiptChain(
  { chainId, contractAddress }: Collection,
  endpoint: string,
): ReceiptChain {
  const transport = http(endpoint, {
    timeout: timeoutMilliseconds,
    retryCount: 0,
    fetchFn: createEndpointFetch(),
  });
  const single = createClient({ transport, ccipRead: false });
  const client = retryingClient(single);
  const { host } = new URL(endpoint);
  return {
    ...createChainReader(client),
    transfers: createTransferHistory(client, contractAddress, mostEventRequests),
    async readNewestBlock() {
      try {
        const first = () => Promise.all([getChainId(single), newestBlockNumber(single)]);
        const [id, number] = await retryWhenLimited(first);
        if (id !== chainId) throw wrongChain(id, chainId);
        return number;
      } catch (error) {
        throw endpointErrorIn(error) ?? new RpcEndpointError(describe(error, host));
      }
    },
  };
}

/** Returns a `fetch` that sends no cookies, and tells a node that is away from one that refuses web pages. */
export function createEndpointFetch(): typeof fetch {
  return async (address, init) => {
    try {
      return await fetch(address, {
        ...init,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      });
    } catch (cause) {
      if (init?.signal?.aborted) throw cause;
      const { host, origin } = new URL(String(address));
      const reason = (await isListening(origin))
        ? `The node at ${host} does not let web pages read its responses (CORS): allow this site there, use another node, or run npm run verify.`
        : `Can't reach the node at ${host}: check that it runs and that its address is right, or use another.`;
      throw new RpcEndpointError(reason, { cause });
    }
  };
}

/** Whether a server answers at all; browsers do not tell why a response cannot be read. */
async function isListening(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetch(origin, { mode: "no-cors", credentials: "omit", signal }).catch(
    () => undefined,
  );
  return answer !== undefined;
}

/** Says in a sentence why the first requests failed. */
function describe(error: unknown, host: string): string {
  const cause = error instanceof BaseError ? error.walk(isTelling) : null;
  if (cause instanceof TimeoutError) {
    return `The node at ${host} did not respond within ${timeoutMilliseconds / 1_000} seconds: try again, or use another.`;
  }
  if (cause instanceof HttpRequestError && cause.status !== undefined) {
    return `The node at ${host} responded with status ${cause.status}: check its address, or use another.`;
  }
  if (cause instanceof RpcRequestError) {
    return `The node at ${host} refused with “${cause.details.slice(0, 200)}”: check its address, or use another.`;
  }
  return `The server at ${host} does not respond as an RPC endpoint does: check its address.`;
}

function isTelling(cause: unknown): boolean {
  return (
    cause instanceof TimeoutError ||
    cause instanceof RpcRequestError ||
    (cause instanceof HttpRequestError && cause.status !== undefined)
  );
}

import { BaseError, type Client, HttpRequestError, withRetry } from "viem";
import { RpcEndpointError } from "./rpcEndpointError.ts";

const maxRetries = 5;

/** Error codes that report too many requests: HTTP 429, and a JSON-RPC code that providers use. */
const rateLimitCodes: readonly unknown[] = [429, -32007];

/**
 * A message that matches this pattern reports too many requests. Providers use many codes for it, some of which can
 * also report too many blocks or events.
 */
const rateLimitPattern =
  /rate.?limit|too many requests|request (count|limit)|requests? per|per second|\/sec/i;

const firstDelayMilliseconds = 500;
const maxDelayMilliseconds = 30_000;

/**
 * Retries a rate-limited request up to five times, after the node's `Retry-After` or with exponential backoff.
 *
 * @throws {RpcEndpointError} if the node still limits the request; rethrows other errors.
 */
export async function retryWhenLimited<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetry(request, {
      retryCount: maxRetries,
      shouldRetry: ({ error }) => isRateLimited(error),
      delay: ({ count, error }) => rateLimitDelay(count, error),
    });
  } catch (cause) {
    if (!isRateLimited(cause)) throw cause;
    throw new RpcEndpointError(
      `The node limits the rate of requests and rejected ${maxRetries + 1} in a row: try again later, or use another node.`,
      { cause },
    );
  }
}

/**
 * Returns a `retryWhenLimited` that sends one request at a time after the first rate limit, because
 * concurrent retries would trigger the limit again.
 */
export function createRetryQueue(): typeof retryWhenLimited {
  let last: Promise<unknown> | undefined;
  return async (request) => {
    if (last === undefined) {
      try {
        return await request();
      } catch (error) {
        if (!isRateLimited(error)) throw error;
      }
    }
    const result = Promise.resolve(last).then(() => retryWhenLimited(request));
    last = result.catch(() => undefined);
    return result;
  };
}

/** Returns a client that wraps each request in `retry`. */
export function retryingClient(
  client: Pick<Client, "request">,
  retry: typeof retryWhenLimited,
): Pick<Client, "request"> {
  const request: Client["request"] = (rpcRequest, options) =>
    retry(() => client.request(rpcRequest as never, options)) as never;
  return { request };
}

/**
 * Returns the milliseconds to wait after `count` retries: the response's `Retry-After` (RFC 9110, 10.2.3), at most 30
 * s, or an exponential backoff.
 */
function rateLimitDelay(count: number, error: unknown): number {
  const seconds = Number(findHttpError(error)?.headers?.get("Retry-After") ?? Number.NaN);
  const delay = seconds >= 0 ? seconds * 1_000 : firstDelayMilliseconds * 2 ** count;
  return Math.min(delay, maxDelayMilliseconds);
}

/** Whether the node rejected a request because of its rate, not its content. */
function isRateLimited(error: unknown): boolean {
  return findHttpError(error)?.status === 429 || findCause(error, hasRateLimitCode) !== undefined;
}

function hasRateLimitCode(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  const words = cause instanceof BaseError ? cause.details : cause.message;
  // A reverted call has code 3 or -32000, and the contract's text.
  const isProviderCode = typeof cause.code === "number" && cause.code < -32_000;
  return rateLimitCodes.includes(cause.code) || (isProviderCode && rateLimitPattern.test(words));
}

function findHttpError(error: unknown): HttpRequestError | undefined {
  const found = findCause(error, (cause) => cause instanceof HttpRequestError);
  return found instanceof HttpRequestError ? found : undefined;
}

function findCause(error: unknown, isCause: (cause: unknown) => boolean): unknown {
  if (error instanceof BaseError) return error.walk(isCause) ?? undefined;
  return isCause(error) ? error : undefined;
}

import { BaseError, HttpRequestError } from "viem";
import { larger } from "./bigints.ts";
import { retryWhenLimited } from "./rateLimit.ts";
import { endpointErrorIn, RpcEndpointError } from "./rpcEndpointError.ts";

/** Thrown when a node returns no events, not even those of one block. */
export class LogsUnavailableError extends Error {
  override name = "LogsUnavailableError";
}

/** Blocks from one to another, both included. */
export interface BlockRange {
  from: bigint;
  to: bigint;
}

const unavailable =
  "This node does not serve the contract's events, so earlier owners are unknown. Use another node.";

interface RangeOptions<Events> extends BlockRange {
  /** Requests the events of a range. */
  read(range: BlockRange): Promise<Events>;
  /** Maximum number of accepted requests. */
  maxRequests?: number;
}

/**
 * Reads the events of a range of blocks in as few requests as the node accepts, the newest blocks first. Nodes limit
 * the blocks or events of a request: each rejection halves the range. Later ones are doubled again, since there may be
 * fewer events; each time that the doubled range is rejected, after twice as many requests.
 *
 * @throws {LogsUnavailableError | RpcEndpointError} or errors of the node's transport.
 */
export async function* readBackwards<Events>({
  from: first,
  to: last,
  read,
  maxRequests = Number.POSITIVE_INFINITY,
}: RangeOptions<Events>): AsyncGenerator<BlockRange & { events: Events }> {
  let length = last - first + 1n;
  let to = last;
  let requests = 0;
  let isWidened = false;
  /** Accepted requests before the range is widened, and those since it was changed. */
  let [widenAfter, accepted] = [1, 0];
  while (to >= first) {
    if (requests === maxRequests) throw tooManyRequests(last - to, requests);
    const range = { from: larger(to - length + 1n, first), to };
    let events: Events;
    try {
      events = await retryWhenLimited(() => read(range));
    } catch (cause) {
      if (isOutage(cause)) throw cause;
      if (range.from === to) throw new LogsUnavailableError(unavailable, { cause });
      widenAfter = isWidened ? 2 * widenAfter : 1;
      isWidened = false;
      accepted = 0;
      length = (to - range.from + 1n) / 2n;
      continue;
    }
    yield { ...range, events };
    to = range.from - 1n;
    requests += 1;
    accepted += 1;
    if (isWidened) widenAfter = 1;
    isWidened = accepted >= widenAfter;
    if (!isWidened) continue;
    length *= 2n;
    accepted = 0;
  }
}

function tooManyRequests(blocks: bigint, requests: number): RpcEndpointError {
  return new RpcEndpointError(
    `The node returned the events of only ${blocks} blocks in ${requests} requests, too few to continue: use another node.`,
  );
}

/** Whether the node was unreachable or faulty, rather than rejecting the query. */
function isOutage(error: unknown): boolean {
  if (endpointErrorIn(error)) return true;
  const request =
    error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError);
  return request instanceof HttpRequestError && request.status === undefined;
}

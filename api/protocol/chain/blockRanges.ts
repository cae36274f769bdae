import { BaseError, HttpRequestError } from "viem";
import { larger, smaller } from "../values/bigints.ts";
import { findEndpointError, RpcEndpointError } from "./rpcEndpointError.ts";

/** Thrown when a node rejects even an event request for a single block. */
export class LogsUnavailableError extends Error {
  override name = "LogsUnavailableError";
}

/** An inclusive range of block numbers. */
export interface BlockRange {
  from: bigint;
  to: bigint;
}

const unavailable = "This node does not serve the contract's events. Use a different node.";

interface RangeOptions<Events> extends BlockRange {
  /** Requests a range's events. */
  read(range: BlockRange): Promise<Events>;
  /** Maximum number of accepted requests. */
  maxRequests?: number;
  /** Maximum number of blocks per request, even if the node accepts more. */
  maxBlocks?: bigint;
}

/**
 * Reads a block range's events, newest blocks first. Nodes limit the blocks or events per request:
 * each rejection halves this range and all later ranges.
 *
 * @throws {LogsUnavailableError | RpcEndpointError} or the transport's errors.
 */
export async function* readBackwards<Events>({
  from: first,
  to: last,
  read,
  maxRequests = Number.POSITIVE_INFINITY,
  maxBlocks = last - first + 1n,
}: RangeOptions<Events>): AsyncGenerator<BlockRange & { events: Events }> {
  let length = smaller(last - first + 1n, maxBlocks);
  let to = last;
  let requests = 0;
  while (to >= first) {
    if (requests === maxRequests) throw tooManyRequests(last - to, requests);
    const range = { from: larger(to - length + 1n, first), to };
    let events: Events;
    try {
      events = await read(range);
    } catch (cause) {
      if (isOutage(cause)) throw cause;
      if (range.from === to) throw new LogsUnavailableError(unavailable, { cause });
      length = (to - range.from + 1n) / 2n;
      continue;
    }
    yield { ...range, events };
    to = range.from - 1n;
    requests += 1;
  }
}

function tooManyRequests(blocks: bigint, requests: number): RpcEndpointError {
  return new RpcEndpointError(
    `The node returned the events of only ${blocks} blocks in ${requests} requests, too few to continue: use another node.`,
  );
}

/** Whether the node was unreachable or faulty, rather than rejecting the query. */
function isOutage(error: unknown): boolean {
  if (findEndpointError(error)) return true;
  const request =
    error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError);
  return request instanceof HttpRequestError && request.status === undefined;
}

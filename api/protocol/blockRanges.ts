import { BaseError, HttpRequestError } from "viem";
import { larger } from "./bigints.ts";

/** Thrown when a node returns no events, not even those of one block. */
export class LogsUnavailableError extends Error {
  override name = "LogsUnavailableError";
}

/** Blocks from one to another, both included. */
export interface BlockRange {
  from: bigint;
  to: bigint;
}

interface RangeOptions<Events> extends BlockRange {
  /** Requests the events of a range. */
  read(range: BlockRange): Promise<Events>;
  /** Message of the error for a node without events. */
  unavailable: string;
}

/**
 * Reads the events of a range of blocks in as few requests as the node accepts, the newest blocks first. Nodes limit the
 * blocks or events of a request: each rejection halves the range.
 *
 * @throws {LogsUnavailableError} or errors of the node's transport.
 */
export async function* readBackwards<Events>({
  from: first,
  to: last,
  read,
  unavailable,
}: RangeOptions<Events>): AsyncGenerator<BlockRange & { events: Events }> {
  let length = last - first + 1n;
  let to = last;
  while (to >= first) {
    const from = larger(to - length + 1n, first);
    let events: Events;
    try {
      events = await read({ from, to });
    } catch (cause) {
      if (isOutage(cause)) throw cause;
      if (from === to) throw new LogsUnavailableError(unavailable, { cause });
      length = (to - from + 1n) / 2n;
      continue;
    }
    yield { from, to, events };
    to = from - 1n;
  }
}

/** Whether the node was unreachable, rather than rejecting the query. */
function isOutage(error: unknown): boolean {
  const request =
    error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError);
  return request instanceof HttpRequestError && request.status === undefined;
}

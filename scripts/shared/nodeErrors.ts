import {
  BaseError,
  HttpRequestError,
  SocketClosedError,
  TimeoutError,
  WebSocketRequestError,
} from "viem";
import { endpointErrorIn } from "#protocol/rpcEndpointError";
import { summarise } from "#service/chain";

const transportErrors = [HttpRequestError, SocketClosedError, TimeoutError, WebSocketRequestError];

/**
 * Describes an error of reading a chain in a sentence; undefined for any other error. Only an error of the transport is
 * one of the network.
 *
 * @param redact removes the endpoint's key.
 */
export function describeNodeError(
  error: unknown,
  redact: (text: string) => string,
): string | undefined {
  if (!(error instanceof BaseError) && endpointErrorIn(error) === undefined) return undefined;
  const isTransport =
    error instanceof BaseError &&
    error.walk((cause) => transportErrors.some((kind) => cause instanceof kind)) !== null;
  const title = isTransport ? "Can't reach the network:" : "The node rejected the request:";
  return `${title} ${redact(summarise(error)).slice(0, 300)}`;
}

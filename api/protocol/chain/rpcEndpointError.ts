/** Thrown when an RPC endpoint fails. The message tells people what is wrong and what to do, in full sentences. */
export class RpcEndpointError extends Error {
  override name = "RpcEndpointError";
}

/** Returns the endpoint error that caused `error`; undefined if there is none. */
export function endpointErrorIn(error: unknown): RpcEndpointError | undefined {
  let cause = error;
  while (cause instanceof Error && !(cause instanceof RpcEndpointError)) cause = cause.cause;
  return cause instanceof RpcEndpointError ? cause : undefined;
}

/** Creates the error for a node that serves a different chain than the collection's. */
export function wrongChain(actual: number, expected: number): RpcEndpointError {
  return new RpcEndpointError(
    `The RPC endpoint serves chain ${actual}, not chain ${expected}: use one for chain ${expected}.`,
  );
}

/** Thrown when an RPC endpoint fails. The message describes the problem and what to do, in full sentences. */
export class RpcEndpointError extends Error {
  override name = "RpcEndpointError";
}

/** Returns the endpoint error that caused `error`; undefined if no endpoint error did. */
export function findEndpointError(error: unknown): RpcEndpointError | undefined {
  let cause = error;
  while (cause instanceof Error && !(cause instanceof RpcEndpointError)) cause = cause.cause;
  return cause instanceof RpcEndpointError ? cause : undefined;
}

/** Creates the error for a node that does not serve the collection's chain. */
export function wrongChainError(actual: number, expected: number): RpcEndpointError {
  return new RpcEndpointError(
    `The RPC endpoint serves chain ${actual}, not chain ${expected}: use an endpoint for chain ${expected}.`,
  );
}

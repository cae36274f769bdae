/** A fault of an RPC endpoint. Its message is a complete sentence for people: what is wrong, and what to do. */
export class RpcEndpointError extends Error {
  override name = "RpcEndpointError";
}

/** Returns the error that an error of viem, or any other, was caused by; undefined if there is none. */
export function endpointErrorIn(error: unknown): RpcEndpointError | undefined {
  let cause = error;
  while (cause instanceof Error && !(cause instanceof RpcEndpointError)) cause = cause.cause;
  return cause instanceof RpcEndpointError ? cause : undefined;
}

/** The error for a node of another chain than the collection's. */
export function wrongChain(actual: number, expected: number): RpcEndpointError {
  return new RpcEndpointError(
    `The RPC endpoint serves chain ${actual}, not chain ${expected}: use one for chain ${expected}.`,
  );
}

import { BaseError, RpcRequestError } from "viem";
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

/** How nodes say that they no longer have the state of a block: Geth, Erigon, Nethermind, Besu, Reth and providers. */
const nodeMessages =
  /missing trie node|pruned|pruning|(state|data)\b.* (is not|not|un)\s?available|no state available/i;

/** Whether a node rejected a call because it no longer has the state of the block. */
export function isPrunedState(error: unknown): boolean {
  const cause =
    error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null;
  return cause instanceof RpcRequestError && nodeMessages.test(cause.details);
}

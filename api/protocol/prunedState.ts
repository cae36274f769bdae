import { BaseError, RpcRequestError } from "viem";

/** How nodes say that they no longer have the state of a block: Geth, Erigon, Nethermind, Besu, Reth and providers. */
const wordsOfNodes =
  /missing trie node|pruned|pruning|(state|data)\b.* (is not|not|un)\s?available|no state available/i;

/** Whether a node refused a call because it no longer has the state of the block. */
export function isPrunedState(error: unknown): boolean {
  const cause =
    error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null;
  return cause instanceof RpcRequestError && wordsOfNodes.test(cause.details);
}

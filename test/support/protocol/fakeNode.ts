import { type Client, createPublicClient, custom } from "viem";

/** An RPC call as received by a node. */
export interface NodeCall {
  method: string;
  params: readonly unknown[];
}

/** Creates a client of a node with these responses, without retries. */
export function fakeNode(answer: (call: NodeCall) => unknown): Client {
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
    answer({ method, params });
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
}

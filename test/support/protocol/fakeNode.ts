import { type Client, createPublicClient, custom } from "viem";

/** An RPC call as received by a node. */
export interface NodeCall {
  method: string;
  params: readonly unknown[];
}

/** Creates a client of a node with these responses, without retries. */
export function fakeNode(response: (call: NodeCall) => unknown): Client {
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
    response({ method, params });
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
}

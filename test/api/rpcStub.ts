import { pad } from "viem";
import type { RpcCall } from "./faultyRpc.ts";

/** What a stubbed node does with a call: returns its result, or throws a `NodeError` or a `Response`. */
type StubbedNode = (call: Omit<RpcCall, "id">) => unknown;

/** An error in JSON-RPC. */
export class NodeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Settings of a chain whose endpoint is stubbed. */
export const stubbedChain = {
  rpcUrls: ["http://node.example/v2/secret-key"],
  chainId: 31_337,
  blockMilliseconds: 0,
  contractAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  chainTimeoutMilliseconds: 10_000,
} as const;

/** Answers JSON-RPC in this process for each test of the surrounding `describe`: a test takes a millisecond. */
export function useRpcStub() {
  const real = globalThis.fetch;
  const stub = {
    /** Methods called in this test. */
    requests: [] as string[],
    node: (() => null) as StubbedNode,
    /** Whether the chain's ID and newest block are answered without `node`. */
    fixed: true,
  };
  beforeEach("stub the endpoint", () => {
    stub.requests = [];
    stub.fixed = true;
    globalThis.fetch = async (_url, init) => {
      // Safety: viem sends one call at a time.
      const { id, method, params = [] } = JSON.parse(String(init?.body)) as RpcCall;
      stub.requests.push(method);
      try {
        const isNewest = method !== "eth_getBlockByNumber" || params[0] === "latest";
        const fixed = stub.fixed && isNewest ? fixedAnswers[method] : undefined;
        const result = fixed ?? (await stub.node({ method, params }));
        return Response.json({ jsonrpc: "2.0", id, result });
      } catch (error) {
        if (error instanceof Response) return error;
        if (!(error instanceof NodeError)) throw error;
        const { code, message } = error;
        return Response.json({ jsonrpc: "2.0", id, error: { code, message } });
      }
    };
  });
  afterEach("restore fetch", () => {
    globalThis.fetch = real;
  });
  return stub;
}

const fixedAnswers: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x7a69",
  eth_getBlockByNumber: { number: "0x64", hash: pad("0x64"), timestamp: "0x64" },
};

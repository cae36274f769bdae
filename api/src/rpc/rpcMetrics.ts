import type { Counter } from "prom-client";

/** Counts requests to the RPC endpoints. */
export interface RpcMetrics {
  rpcRequests: Counter<"endpoint" | "method" | "outcome">;
  rpcShared: Counter<"method">;
}

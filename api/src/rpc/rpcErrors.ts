import { BaseError, HttpRequestError, RpcRequestError } from "viem";

/** Whether the node refuses a call, such as one for too many blocks or for pruned state. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (each) => each instanceof RpcRequestError || each instanceof HttpRequestError,
  );
  if (cause instanceof HttpRequestError) return cause.status === 400 || cause.status === 413;
  return cause !== null;
}

const requestTimeoutMilliseconds = 10_000;
const maxDelayMilliseconds = 30_000;
const retries = 3;

/** Thrown when WalletConnect's directory or identity service returns an error status. */
export class ConnectionServiceError extends Error {
  override name = "ConnectionServiceError";
  readonly status: number;

  constructor(status: number) {
    super(`The wallet connection service returned ${status}.`);
    this.status = status;
  }
}

/** Query options for the connection service: three retries with exponential backoff. */
export const connectionServiceRetries = {
  retry: (failures: number, error: Error) => failures < retries && isRetryable(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, maxDelayMilliseconds),
};

/**
 * Fetches JSON from the connection service, without cookies.
 *
 * @throws {ConnectionServiceError} on an error status.
 */
export async function requestConnectionService(url: string, signal: AbortSignal): Promise<unknown> {
  // Browsers have `AbortSignal.any` only since 2024.
  const request = new AbortController();
  const abort = () => request.abort(signal.reason);
  signal.addEventListener("abort", abort);
  const timeout = setTimeout(
    () => request.abort(new DOMException("Timed out.", "TimeoutError")),
    requestTimeoutMilliseconds,
  );
  try {
    signal.throwIfAborted();
    const response = await fetch(url, { credentials: "omit", signal: request.signal });
    if (!response.ok) throw new ConnectionServiceError(response.status);
    return await response.json();
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener("abort", abort);
  }
}

/** Whether a retry may succeed: after a server error or 429, but not after other client errors. */
function isRetryable(error: Error): boolean {
  if (!(error instanceof ConnectionServiceError)) return true;
  return error.status >= 500 || error.status === 429;
}

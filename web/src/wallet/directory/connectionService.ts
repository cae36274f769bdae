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
  retry: (failures: number, error: Error) => failures < retries && mayPass(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, maxDelayMilliseconds),
};

/**
 * Fetches JSON from the connection service, without cookies.
 *
 * @throws {ConnectionServiceError} on an error status.
 */
export async function requestConnectionService(url: string, signal: AbortSignal): Promise<unknown> {
  const tooLong = AbortSignal.timeout(requestTimeoutMilliseconds);
  const response = await fetch(url, {
    credentials: "omit",
    signal: AbortSignal.any([signal, tooLong]),
  });
  if (!response.ok) throw new ConnectionServiceError(response.status);
  return response.json();
}

/** Whether a retry may succeed: after a server error or 429, but not after other client errors. */
function mayPass(error: Error): boolean {
  if (!(error instanceof ConnectionServiceError)) return true;
  return error.status >= 500 || error.status === 429;
}

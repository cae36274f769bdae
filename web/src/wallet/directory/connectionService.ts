const requestTimeoutMilliseconds = 10_000;
const longestDelayMilliseconds = 30_000;
const retries = 3;

/** Thrown when WalletConnect's directory or identity service refuses to answer. */
export class ConnectionServiceError extends Error {
  override name = "ConnectionServiceError";
  readonly status: number;

  constructor(status: number) {
    super(`The wallet connection service answered ${status}.`);
    this.status = status;
  }
}

/** Query options of what the connection service is asked: three more tries, each after twice the wait. */
export const connectionServiceRetries = {
  retry: (failures: number, error: Error) => failures < retries && mayPass(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, longestDelayMilliseconds),
};

/**
 * Reads JSON of the connection service, without cookies.
 *
 * @throws {ConnectionServiceError} when it refuses.
 */
export async function askConnectionService(url: string, signal: AbortSignal): Promise<unknown> {
  const tooLong = AbortSignal.timeout(requestTimeoutMilliseconds);
  const response = await fetch(url, {
    credentials: "omit",
    signal: AbortSignal.any([signal, tooLong]),
  });
  if (!response.ok) throw new ConnectionServiceError(response.status);
  return response.json();
}

/** A refusal of the request itself is the same next time; too many requests are not. */
function mayPass(error: Error): boolean {
  if (!(error instanceof ConnectionServiceError)) return true;
  return error.status >= 500 || error.status === 429;
}

/** Timeout and retry limits for every client's requests to the site's node. */
export const requestLimits = { timeout: 10_000, retryCount: 3 };

/** Limits of each request to the site's node, from any client. */
export const requestLimits = { timeout: 10_000, retryCount: 3 };

/** Limits of each request to the site's node, whichever client sends it. */
export const requestLimits = { timeout: 10_000, retryCount: 3 };

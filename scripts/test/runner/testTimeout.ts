/** Time limit for a test, a hook or a compute-only process. Only an endless one should reach this limit. */
export const testTimeoutMilliseconds = process.env.SOAK === "1" ? 4 * 3_600_000 : 300_000;

/** Limit of a test, a hook, or a process that does nothing else than compute. Only an endless one should reach it. */
export const testTimeoutMilliseconds = process.env.SOAK === "1" ? 4 * 3_600_000 : 300_000;

/**
 * Aborts with the first SIGINT or SIGTERM, so that what has begun can clean up after itself. A second one
 * ends the process at once; what was begun then cleans up what it can.
 */
export function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  const end = () => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  return ending.signal;
}

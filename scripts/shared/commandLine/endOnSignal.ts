/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, so that running work can clean up. A
 * second signal ends the process immediately.
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

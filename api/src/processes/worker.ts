import cluster from "node:cluster";

/** A message to a process of `serveInProcesses`: end gracefully, alone or with all others. */
export type ToWorker = "replaced" | "end";

/** Environment variable with the place of a process, from 1. */
export const placeVariable = "SERVICE_PROCESS";

/** Whether this process is one of several that `serveInProcesses` has started. */
export const { isWorker } = cluster;

/** Whether this process reports for all: the first of them, or the only one. */
export function isFirst(): boolean {
  return !isWorker || process.env[placeVariable] === "1";
}

/**
 * Calls `end` once, when the first process asks for it or the service manager signals all processes. Ignores SIGHUP,
 * which is for the first process.
 */
export function endOnRequest(end: (isReplaced: boolean) => void): void {
  let isEnding = false;
  const endOnce = (isReplaced: boolean) => {
    if (!isEnding) end(isReplaced);
    isEnding = true;
  };
  process.on("message", (message: unknown) => {
    // The metrics have messages of their own.
    if (message === "end" || message === "replaced") endOnce(message === "replaced");
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => endOnce(false));
  process.on("SIGHUP", () => undefined);
}

/** Pause in typing after which the typed text is sent. */
const pauseMilliseconds = 250;

/** Waits at the beginning of a query for a typed text: one for another text aborts it before it requests anything. */
export async function typingPause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  signal.throwIfAborted();
}

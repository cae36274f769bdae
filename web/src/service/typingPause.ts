/** Delay between the last keystroke and the request. */
const pauseMilliseconds = 250;

/** Debounces a query for typed text: the next text's query aborts this one before it requests anything. */
export async function typingPause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  signal.throwIfAborted();
}

/** Delay between the last keystroke and the request. */
const debounceMilliseconds = 250;

/** Debounces a query for typed text: the next keystroke's query aborts this query before any request. */
export async function debounce(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, debounceMilliseconds));
  signal.throwIfAborted();
}

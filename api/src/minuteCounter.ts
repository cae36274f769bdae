const minuteMilliseconds = 60_000;

interface MinuteCount {
  /** Events of the key in this minute, with this one. */
  count: number;
  /** Until the next minute begins, at least 1. */
  secondsLeft: number;
}

/**
 * Creates a counter of events by key, which starts again every minute. It uses the monotonic clock: when the wall clock
 * is set back, a minute stays a minute.
 */
export function createMinuteCounter(
  now = () => performance.now(),
): (key: string, events?: number) => MinuteCount {
  let counts = new Map<string, number>();
  let endsAtMilliseconds = Number.NEGATIVE_INFINITY;
  return (key, events = 1) => {
    const milliseconds = now();
    if (milliseconds >= endsAtMilliseconds) {
      counts = new Map();
      endsAtMilliseconds = milliseconds + minuteMilliseconds;
    }
    const count = (counts.get(key) ?? 0) + events;
    counts.set(key, count);
    return { count, secondsLeft: Math.ceil((endsAtMilliseconds - milliseconds) / 1000) };
  };
}

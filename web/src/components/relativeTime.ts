const units = [
  ["year", 365 * 24 * 3_600],
  ["month", 30 * 24 * 3_600],
  ["week", 7 * 24 * 3_600],
  ["day", 24 * 3_600],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** Formats a time relative to now, such as "3 days ago"; future times become "just now". */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (now.getTime() - time.getTime()) / 1_000;
  for (const [unit, length] of units) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return "just now";
}

/** Formats the exact time in the reader's time zone and language. */
export const { format: exactTime } = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** Formats the UTC date identically for every reader: "Nov 9, 2026". */
export const { format: dayInUtc } = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeZone: "UTC",
});

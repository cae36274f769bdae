const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a positive number of seconds: `31 days 4 h`, `4 h 12 min`, `3 min 9 s` or `9 s`. */
export function describeTimeLeft(seconds: number): string {
  const days = Math.floor(seconds / day);
  const hours = Math.floor((seconds % day) / hour);
  const minutes = Math.floor((seconds % hour) / minute);
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % minute} s` : `${seconds} s`;
}

/** Formats a time in the reader's language and time zone, with the zone. */
export const { format: fullTime } = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Formats a time in UTC, in the reader's language. */
export const { format: fullTimeInUtc } = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

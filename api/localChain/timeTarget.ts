const secondsPerUnit = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** Maximum timestamp that Hardhat's node accepts: 9999-12-31T23:59:59Z, in seconds. */
const maxTimestamp = 253_402_300_799;

/**
 * Parses a time: `+90s`, `+5m`, `+1h`, `+1d` or `+1w` after `now`, or a date in UTC, `2026-12-24` or
 * `2026-12-24T18:00`.
 *
 * @param now in seconds since 1970.
 * @returns seconds since 1970, up to the year 9999; undefined if `text` is not a time.
 */
export function parseTimeTarget(text: string, now: number): number | undefined {
  const seconds = parseDuration(text) ?? parseDate(text);
  if (seconds === undefined) return undefined;
  const target = text.startsWith("+") ? now + seconds : seconds;
  return target <= maxTimestamp ? target : undefined;
}

function parseDuration(text: string): number | undefined {
  const [, digits, unit] = /^\+(\d{1,12})([smhdw])$/.exec(text) ?? [];
  // Safety: the pattern matches only these keys.
  return unit === undefined
    ? undefined
    : Number(digits) * secondsPerUnit[unit as keyof typeof secondsPerUnit];
}

function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?Z?$/.test(text)) return undefined;
  const [date = "", time = "00:00"] = text.replace("Z", "").split("T");
  const milliseconds = Date.parse(`${date}T${time}Z`);
  // `Date` parses a nonexistent date, such as February 30, as a different date.
  const isDate =
    Number.isFinite(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
  return isDate ? milliseconds / 1_000 : undefined;
}

/** Formats a timestamp in seconds since 1970: `2026-12-24 18:00:00 UTC`. */
export function formatTimestamp(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

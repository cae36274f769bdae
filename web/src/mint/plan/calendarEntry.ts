interface CalendarEvent {
  title: string;
  /** ISO 8601 in UTC. */
  start: string;
  /** ISO 8601 in UTC; an hour after the start by default. */
  end?: string | undefined;
  url: string;
}

const hour = 3_600_000;
/** Maximum length of a line in octets (RFC 5545, 3.1). */
const maxLineBytes = 75;

/** Returns a calendar file with one event (iCalendar, RFC 5545). */
export function createCalendarEntry({ title, start, end, url }: CalendarEvent): string {
  const last = end ?? new Date(Date.parse(start) + hour).toISOString();
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//mint//opening//EN",
    "BEGIN:VEVENT",
    `UID:${start}-${encodeURIComponent(title)}@${new URL(url).host}`,
    `DTSTAMP:${formatTime(start)}`,
    `DTSTART:${formatTime(start)}`,
    `DTEND:${formatTime(last)}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Formats a time in the basic form: `20260301T180000Z`. */
function formatTime(time: string): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** Escapes text (RFC 5545, 3.3.11); omits control characters, which it cannot contain. */
function escapeText(text: string): string {
  const escaped = text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
  return escaped.replace(/\p{Cc}/gu, "");
}

/** Breaks a line that is too long; each further part starts with a blank. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > maxLineBytes) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

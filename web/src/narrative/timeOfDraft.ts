const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Formats the time of a draft: "10:32", or "3 Nov, 10:32" on another day. */
export function timeOfDraft(typedAt: number, now = new Date()): string {
  const typed = new Date(typedAt);
  const isToday = typed.toDateString() === now.toDateString();
  return isToday ? time.format(typed) : `${date.format(typed)}, ${time.format(typed)}`;
}

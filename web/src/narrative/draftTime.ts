const time = { hour: "numeric", minute: "2-digit" } as const;
const timeOfDay = new Intl.DateTimeFormat(undefined, time);
const timeOfYear = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  ...time,
});

/** Formats a draft's time in the reader's locale: "6:29 PM", or "Nov 3, 6:29 PM" if not today. */
export function formatDraftTime(typedAt: number | Date, now = new Date()): string {
  const typed = new Date(typedAt);
  const isToday = typed.toDateString() === now.toDateString();
  return (isToday ? timeOfDay : timeOfYear).format(typed);
}

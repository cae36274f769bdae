/** In UTC, so that server and browser render the same. */
const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** The day on which a story was saved, as in `3 Nov 2026`. */
export function SavedDay({ savedAt }: { savedAt: string }) {
  return (
    <time className="eyebrow" dateTime={savedAt}>
      {day.format(new Date(savedAt))}
    </time>
  );
}

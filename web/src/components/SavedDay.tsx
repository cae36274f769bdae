import { dayInUtc } from "./when.ts";

/** The day on which a story was saved, as in `3 Nov 2026`. */
export function SavedDay({ savedAt }: { savedAt: string }) {
  return (
    <time className="eyebrow" dateTime={savedAt}>
      {dayInUtc(new Date(savedAt))}
    </time>
  );
}

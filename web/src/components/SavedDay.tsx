import { dayInUtc } from "./relativeTime.ts";

/** Renders the day on which a story was saved, such as `3 Nov 2026`. */
export function SavedDay({ savedAt }: { savedAt: string }) {
  return (
    <time className="small" dateTime={savedAt}>
      {dayInUtc(new Date(savedAt))}
    </time>
  );
}

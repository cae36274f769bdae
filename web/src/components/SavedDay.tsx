import { dayInUtc } from "./relativeTime.ts";

/** Renders the day on which a story was saved, such as `Nov 3, 2026`. */
export function SavedDay({ savedAt }: { savedAt: string }) {
  return (
    <time className="small" dateTime={savedAt}>
      {dayInUtc(new Date(savedAt))}
    </time>
  );
}

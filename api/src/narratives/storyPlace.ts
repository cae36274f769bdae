import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";

/** A story's place by time, which it keeps for cursors after it has changed. */
export interface StoryPlace {
  milliseconds: number;
  drifterId: DrifterId;
}

/** Returns the cursor of the page after a story. It names the story, so that new stories do not shift the pages. */
export function cursorOf({ savedAt, drifterId }: NarrativeListItem): string {
  return `at-${Date.parse(savedAt)}-${drifterId}`;
}

/** Returns the place that a cursor names; undefined for another text. */
export function parseCursor(cursor: string): StoryPlace | undefined {
  const [, time, drifterId] = /^at-(\d{1,15})-(\d{1,78})$/.exec(cursor) ?? [];
  if (time === undefined || drifterId === undefined) return undefined;
  return { milliseconds: Number(time), drifterId };
}

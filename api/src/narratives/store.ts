import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";

/** An accepted story before the store gives it its place among the others. */
export type NarrativeDraft = Omit<NarrativeRecord, "savedAt" | "revision">;

export type SaveOutcome =
  /** The story is on disk. */
  | { kind: "saved"; record: NarrativeRecord }
  /** The text is the current story already; nothing was written. */
  | { kind: "unchanged"; record: NarrativeRecord }
  /** The text was the story once and has been replaced since; nothing was written. */
  | { kind: "replaced" }
  /** The precondition does not hold; nothing was written. */
  | { kind: "stale" };

/** Decides from the current story, if there is one, whether a save may replace it. */
export type Precondition = (current: NarrativeListItem | undefined) => boolean;

/**
 * Remembers every accepted text of every drifter. An empty text counts as no story: it is
 * remembered, but neither listed nor found. Every method throws `store.unavailable` when the
 * store cannot do what it is asked.
 */
export interface NarrativeStore {
  /** The current stories, newest first. */
  list(): Promise<readonly NarrativeListItem[]>;
  /** The current story of a drifter. */
  find(drifterId: DrifterId): Promise<NarrativeRecord | undefined>;
  /** Tells whether the text with this SHA-256 was a drifter's story and has been replaced since. */
  wasReplaced(drifterId: DrifterId, narrativeHash: string): Promise<boolean>;
  /** Accepts a story: saves to one drifter go one after the other, and last once acknowledged. */
  save(draft: NarrativeDraft, precondition?: Precondition): Promise<SaveOutcome>;
  /** Waits for the saves in flight and gives the store free. */
  close(): Promise<void>;
}

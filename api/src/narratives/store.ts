import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import type { Head } from "./storyIndex.ts";

/** An accepted story before the store adds revision and time. */
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

/** Whether a save may replace the current story, if there is one. */
export type Precondition = (current: NarrativeListItem | undefined) => boolean;

/** Thrown when an archive is restored into a store with stories. */
export class StoreNotEmptyError extends Error {
  override name = "StoreNotEmptyError";
}

/** Counts of a store. */
export interface StoreSize {
  /** Stories that are listed. */
  stories: number;
  /** Accepted texts, replaced and hidden ones included. */
  receipts: number;
}

/**
 * Remembers every accepted text of every drifter, and of each whether it was a story when it was
 * accepted (`isStory`). One that was none took the story down: it is remembered, but neither listed
 * nor found. What the hide list beside the store names is not told
 * either, and kept, taken and refused like everything else. Every method throws `store.unavailable` when the
 * store cannot do what it is asked. What one process has acknowledged, every process reads.
 */
export interface NarrativeStore {
  /** The current stories, newest first; one and the same array until something changes. */
  list(): Promise<readonly NarrativeListItem[]>;
  /** The list's line of a drifter, without reading its story; the same object until it changes. */
  peek(drifterId: DrifterId): Promise<NarrativeListItem | undefined>;
  /** The current story of a drifter. */
  find(drifterId: DrifterId): Promise<NarrativeRecord | undefined>;
  /** A drifter's newest revision, also if it is hidden or no story. */
  newest(drifterId: DrifterId): Promise<Head | undefined>;
  /** Every accepted revision of a drifter that is not hidden, newest first, read lazily. */
  history(drifterId: DrifterId): AsyncIterable<NarrativeRecord>;
  /** Every accepted revision of every drifter, hidden ones included, each drifter's oldest first. */
  receipts(): AsyncIterable<NarrativeRecord>;
  /** Tells whether a drifter's stories are kept from readers. */
  isHidden(drifterId: DrifterId): Promise<boolean>;
  /** Tells whether the text with this SHA-256 was a drifter's story and has been replaced since. */
  wasReplaced(drifterId: DrifterId, narrativeHash: string): Promise<boolean>;
  /** Accepts a story: saves to one drifter go one after the other, and last once acknowledged. */
  save(draft: NarrativeDraft, precondition?: Precondition): Promise<SaveOutcome>;
  /**
   * Fills an empty store with receipts as they are, all of them or none, and counts them.
   *
   * @throws {StoreNotEmptyError}
   */
  restore(receipts: AsyncIterable<NarrativeRecord>): Promise<number>;
  /** Makes sure that a save could be written now. */
  check(): Promise<void>;
  size(): Promise<StoreSize>;
  /** Finishes open saves, refuses further ones, and releases the store. */
  close(): Promise<void>;
}

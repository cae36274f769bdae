import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import type { StoryIndex } from "./storyIndex.ts";

/** An accepted story before the store adds revision and time. */
export type NarrativeDraft = Omit<NarrativeRecord, "savedAt" | "revision">;

export type SaveOutcome =
  /** The story is stored durably. */
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

/** The last revision of a drifter. */
export interface StoreHead extends Pick<NarrativeRecord, "drifterId" | "revision"> {
  /** Absent if its file was set aside. */
  savedAt?: string;
}

/**
 * Stories in memory, to be read at once, because later reads may return newer ones. `version` grows with each change of
 * a story.
 */
export type KnownStories = Pick<
  StoryIndex,
  | "version"
  | "list"
  | "count"
  | "get"
  | "has"
  | "story"
  | "isHidden"
  | "page"
  | "byAuthor"
  | "changedSince"
>;

/** Counts of a store. */
export interface StoreSize {
  /** Stories that are listed. */
  stories: number;
  /** Accepted texts, replaced and hidden ones included. */
  receipts: number;
}

/**
 * Stores every accepted text of every drifter, with whether it was a story when it was accepted (`isStory`). A
 * text that was none removed the story: it is stored, but neither listed nor found. Stories of drifters on the
 * hide list are saved and validated as usual, but not served. Every method throws `store.unavailable` when the
 * store fails.
 *
 * A read returns at least what this process had acknowledged before the read began, and what any other process had
 * acknowledged about a second before: a query of the database costs more than the rest of a read. All heads, the
 * revisions, and whether a save is possible, are read from the database each time.
 */
export interface NarrativeStore {
  /** A number that rises with each change of a story or the hide list that this process learns of. */
  version(): number;
  /** The current stories, after a query if they may not be read without. */
  stories(): Promise<KnownStories>;
  /**
   * Reads a drifter's current story.
   *
   * @param leastRevision revision that the reader knows already: nothing older is returned if the store has it.
   */
  find(drifterId: DrifterId, leastRevision?: number): Promise<NarrativeRecord | undefined>;
  /**
   * Every accepted revision of a drifter that is not hidden, newest first, read lazily. Earlier ones whose files are
   * corrupt are left out.
   */
  history(drifterId: DrifterId): AsyncIterable<NarrativeRecord>;
  /** Every drifter with receipts and its last revision, hidden ones included. */
  heads(): Promise<readonly StoreHead[]>;
  /**
   * Every revision of a drifter after one, oldest first, hidden ones included. One whose file was set aside is
   * `undefined`.
   */
  revisionsAfter(
    drifterId: DrifterId,
    revision: number,
  ): AsyncIterable<NarrativeRecord | undefined>;
  /** Streams every accepted revision of every drifter, including hidden ones, each drifter's oldest first. */
  receipts(): AsyncIterable<NarrativeRecord>;
  /** Whether the text with this SHA-256 was a drifter's story and has been replaced since. */
  wasReplaced(drifterId: DrifterId, narrativeHash: string): Promise<boolean>;
  /** Saves a story durably; saves to one drifter are serialised. */
  save(draft: NarrativeDraft, precondition?: Precondition): Promise<SaveOutcome>;
  /**
   * Restores receipts unchanged into an empty store, all of them or none; returns their number.
   *
   * @throws {StoreNotEmptyError}
   */
  restore(receipts: AsyncIterable<NarrativeRecord>): Promise<number>;
  /** Throws unless a save could be written now. */
  check(): Promise<void>;
  size(): Promise<StoreSize>;
  /** Finishes open saves, refuses further ones, and releases the store. */
  close(): Promise<void>;
}

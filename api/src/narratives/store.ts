import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import { CorruptFileError } from "../files/durableFile.ts";
import type { Precondition } from "../http/revisionTag.ts";
import type { StoryIndex } from "./storyIndex.ts";

/** An accepted story, before the store adds revision and time. */
export type NarrativeDraft = Omit<SignedRevision, "savedAt" | "revision">;

export type SaveOutcome =
  /** The story is stored durably. */
  | { kind: "saved"; record: SignedRevision }
  /** The text is already the current story; nothing was written. */
  | { kind: "unchanged"; record: SignedRevision }
  /** The text is an earlier, replaced version; nothing was written. */
  | { kind: "replaced" }
  /** The precondition failed; nothing was written. */
  | { kind: "stale" };

/** Thrown when an archive is restored into a store that already contains stories. */
export class StoreNotEmptyError extends Error {
  override name = "StoreNotEmptyError";
}

/** Thrown when a token's latest revision is known but not stored. */
export class MissingRevisionError extends Error {
  override name = "MissingRevisionError";
}

/** Returns whether an error affects only one revision, while other revisions remain readable. */
export function isUnreadableRevision(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.cause instanceof MissingRevisionError || error.cause instanceof CorruptFileError;
}

/** A hidden token, whose stories are stored but not served. */
export interface HiddenToken {
  drifterId: DrifterId;
  /** Reason for moderators; never sent to readers. */
  reason: string;
  /** ISO 8601 in UTC. */
  hiddenAt: string;
}

/** The hide list: tokens whose stories are not served. Stored together with the stories. */
export interface HideList {
  /**
   * Hides a token's current and future stories; changes the reason if the token is already hidden.
   *
   * @param hiddenAt start time in ISO 8601; now by default.
   */
  hide(drifterId: DrifterId, reason: string, hiddenAt?: string): Promise<void>;
  /** Unhides a token's stories; returns false if they were not hidden. */
  unhide(drifterId: DrifterId): Promise<boolean>;
  /** Reads all entries, oldest first. */
  entries(): Promise<HiddenToken[]>;
}

/**
 * A view of the stories in memory. Read it synchronously, because later reads may return newer
 * stories. `version` increases with each story change.
 */
export type StoryReader = Omit<
  StoryIndex,
  "place" | "keepOnly" | "setHidden" | "hideOnly" | "ownStory"
>;

/**
 * Stores every accepted text of every token, and whether the text was a story when accepted (`isStory`). A text that
 * was not a story removed the story: the text is stored, but neither listed nor found. Stories of tokens on the hide
 * list are saved and validated as usual, but not served. Every method throws `store.unavailable` if the store fails.
 *
 * A read returns at least everything that this process acknowledged before the read began, and everything that any
 * other process acknowledged about a second earlier: a database query would cost more than the rest of a read.
 * Revisions, and whether a save is possible, are read from the database each time.
 */
export interface NarrativeStore {
  /** Returns the current stories, after a query if the cache may be outdated. */
  stories(): Promise<StoryReader>;
  /**
   * Reads a token's current story.
   *
   * @param minRevision revision that the reader already has: if the store has that revision, returns nothing older.
   */
  find(drifterId: DrifterId, minRevision?: number): Promise<SignedRevision | undefined>;
  /**
   * Lazily reads every accepted revision of a token, newest first; none if the token is hidden.
   * Omits earlier revisions whose files are corrupt.
   *
   * @param wanted `readable` returns all readable revisions, even if the token is hidden or the
   * latest revision is corrupt.
   */
  history(drifterId: DrifterId, wanted?: "readable"): AsyncIterable<SignedRevision>;
  /** Streams every accepted revision, including hidden tokens' revisions, each token's oldest first. */
  revisions(): AsyncIterable<SignedRevision>;
  /** Returns whether the text with this SHA-256 was a token's story and has been replaced. */
  wasReplaced(drifterId: DrifterId, narrativeHash: string): Promise<boolean>;
  /** Saves a story durably; saves to one token are serialized. */
  save(draft: NarrativeDraft, precondition?: Precondition): Promise<SaveOutcome>;
  /**
   * Atomically restores signed revisions, unchanged, into an empty store; returns their number.
   *
   * @throws {StoreNotEmptyError}
   */
  restore(revisions: AsyncIterable<SignedRevision>): Promise<number>;
  /** Throws unless a save is possible now. */
  check(): Promise<void>;
  /** Finishes pending saves, rejects further saves and releases the store. */
  close(): Promise<void>;
}

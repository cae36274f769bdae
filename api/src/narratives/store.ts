import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import { CorruptFileError } from "../files/durableFile.ts";
import type { Precondition } from "../http/revisionTag.ts";
import type { StoryIndex } from "./storyIndex.ts";

/** An accepted story before the store adds revision and time. */
export type NarrativeDraft = Omit<SignedRevision, "savedAt" | "revision">;

export type SaveOutcome =
  /** The story is stored durably. */
  | { kind: "saved"; record: SignedRevision }
  /** The text is already the current story; nothing was written. */
  | { kind: "unchanged"; record: SignedRevision }
  /** The text is a replaced earlier version; nothing was written. */
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

/** Returns whether an error concerns only one revision; others remain readable. */
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

/** The hide list: tokens whose stories are not served. It is stored with the stories. */
export interface HideList {
  /**
   * Hides a token's current and future stories; if it is hidden already, changes the reason.
   *
   * @param hiddenAt since when, in ISO 8601; by default now.
   */
  hide(drifterId: DrifterId, reason: string, hiddenAt?: string): Promise<void>;
  /** Serves a token's stories again; returns false if they were not hidden. */
  unhide(drifterId: DrifterId): Promise<boolean>;
  /** Reads all entries, oldest first. */
  entries(): Promise<HiddenToken[]>;
}

/**
 * Stories in memory, to be read at once, because later reads may return newer ones. `version` grows with each change of
 * a story.
 */
export type StoryReader = Omit<
  StoryIndex,
  "place" | "keepOnly" | "setHidden" | "hideOnly" | "ownStory"
>;

/**
 * Stores every accepted text of every token, with whether it was a story when it was accepted (`isStory`). A
 * text that was none removed the story: it is stored, but neither listed nor found. Stories of tokens on the
 * hide list are saved and validated as usual, but not served. Every method throws `store.unavailable` when the
 * store fails.
 *
 * A read returns at least what this process had acknowledged before the read began, and what any other process had
 * acknowledged about a second before: a query of the database costs more than the rest of a read. The revisions, and
 * whether a save is possible, are read from the database each time.
 */
export interface NarrativeStore {
  /** Returns the current stories, after a query if the cached ones may be outdated. */
  stories(): Promise<StoryReader>;
  /**
   * Reads a token's current story.
   *
   * @param minRevision revision that the reader knows already: nothing older is returned if the store has it.
   */
  find(drifterId: DrifterId, minRevision?: number): Promise<SignedRevision | undefined>;
  /**
   * Every accepted revision of a token, newest first, read lazily; none if it is hidden. Earlier ones whose files are
   * corrupt are left out.
   *
   * @param wanted all that can be read, even if the token is hidden or the latest one is corrupt.
   */
  history(drifterId: DrifterId, wanted?: "readable"): AsyncIterable<SignedRevision>;
  /** Streams every accepted revision, including those of hidden tokens, each token's oldest first. */
  revisions(): AsyncIterable<SignedRevision>;
  /** Returns whether the text with this SHA-256 was a token's story and has been replaced. */
  wasReplaced(drifterId: DrifterId, narrativeHash: string): Promise<boolean>;
  /** Saves a story durably; saves to one token are serialized. */
  save(draft: NarrativeDraft, precondition?: Precondition): Promise<SaveOutcome>;
  /**
   * Restores signed revisions unchanged into an empty store, all of them or none; returns their number.
   *
   * @throws {StoreNotEmptyError}
   */
  restore(revisions: AsyncIterable<SignedRevision>): Promise<number>;
  /** Throws unless a save is possible now. */
  check(): Promise<void>;
  /** Finishes pending saves, rejects further ones and releases the store. */
  close(): Promise<void>;
}

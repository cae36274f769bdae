import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import type { SearchTerm } from "#protocol/searchTerms";
import type { ExcerptPart } from "#protocol/storyPages";
import type { KnownStories } from "../narratives/store.ts";

/**
 * Version of what is indexed of a story: plain text, mentions and words. An index of another version is built again,
 * so it grows with each change of `plainStory`, `findMentions` or `wordsIn`.
 */
export const searchFormat = 2;

/** A version of a story; a reset world has the same revisions again, at other times. */
export type StoryVersion = Pick<NarrativeListItem, "drifterId" | "revision" | "savedAt">;

/** A story to index. */
export type SearchedStory = StoryVersion & Pick<NarrativeRecord, "narrative">;

/** A story that was found, or is listed. */
export interface StoryHit {
  drifterId: DrifterId;
  revision: number;
  excerpt: ExcerptPart[];
}

/**
 * Index of the words of stories. It can be thrown away: everything in it comes from the store. Methods throw any error
 * when it fails; `open` then opens or creates it again.
 */
export interface SearchIndex {
  /** Opens the index. Returns the drifters of which it has not the current story, or one that is no longer listed. */
  open(stories: KnownStories): Promise<DrifterId[]>;
  /** Indexes stories, oldest first; each replaces its drifter's older one. */
  put(stories: readonly SearchedStory[]): Promise<void>;
  remove(drifterIds: readonly DrifterId[]): Promise<void>;
  /** Returns a part of the stories with all terms, best match first, then newest first. */
  search(terms: readonly SearchTerm[], offset: number, limit: number): Promise<StoryHit[]>;
  /** Returns all drifters whose stories have all terms. */
  matching(terms: readonly SearchTerm[]): Promise<DrifterId[]>;
  /** Returns the beginnings of stories, in any order; those that are not indexed are left out. */
  beginnings(drifterIds: readonly DrifterId[]): Promise<StoryHit[]>;
  /** Returns the drifters whose stories mention a drifter, newest story first. */
  mentionedIn(drifterId: DrifterId): Promise<DrifterId[]>;
  close(): Promise<void>;
}

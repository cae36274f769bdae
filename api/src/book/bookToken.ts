import type { DrifterId } from "#protocol/values/drifterId";
import type { BookVersion } from "#protocol/wire/bookMarkup";
import type { SignedRevision } from "#protocol/wire/responses";
import { compareByNumber } from "../narratives/checkpoint.ts";

/** A token and its story's versions. */
export interface BookToken {
  drifterId: DrifterId;
  /** Oldest first. */
  revisions: readonly SignedRevision[];
  /** The same versions, newest first. */
  versions: readonly [BookVersion, ...BookVersion[]];
}

/** Returns whether the token's latest version is a story. */
export function hasStory({ versions: [latest] }: BookToken): boolean {
  return latest.isStory;
}

/** Returns the earlier versions that are stories, each of which has its own page. */
export function earlierStories({ versions: [, ...earlier] }: BookToken): readonly BookVersion[] {
  return earlier.filter(({ isStory }) => isStory);
}

/** Compares tokens by their latest save, newest first. */
export function byLatestSave(a: BookToken, b: BookToken): number {
  // ISO 8601 instants sort as strings.
  const [timeA, timeB] = [a.versions[0].savedAt, b.versions[0].savedAt];
  return timeA === timeB ? compareByNumber(a, b) : timeA < timeB ? 1 : -1;
}

import type { NarrativeListLine } from "./narrative.ts";
import {
  cursorParameter,
  parseParameters,
  queryParameter,
  wholeNumberParameter,
} from "./parameters.ts";

/** Part of an excerpt. The parts of an excerpt, joined, are one line of plain text without Markdown. */
export interface ExcerptPart {
  text: string;
  /** Whether it is one of the words of the query. */
  isMatch: boolean;
}

/** A story in a page of stories. */
export interface StoryPageItem extends NarrativeListLine {
  /** The passage that fits the query best, or else the beginning; empty if the story has no words. */
  excerpt: ExcerptPart[];
}

/** Response of `GET /api/narrative` with any parameter. */
export interface StoryPage {
  /** Newest first, or with a query, best match first. */
  stories: StoryPageItem[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

/** Request for one page of stories. */
export interface StoryPageRequest {
  /** All words have to occur in the story; those in double quotes next to each other. */
  query?: string;
  limit: number;
  cursor?: string;
}

export const defaultStoriesPerPage = 20;
const mostStoriesPerPage = 100;

/** Parameters of `GET /api/narrative`. */
export const storyParameters = {
  query: queryParameter,
  limit: wholeNumberParameter(1, mostStoriesPerPage),
  cursor: cursorParameter,
};

/**
 * Parses the query of `GET /api/narrative`.
 *
 * @throws {ParameterError}
 */
export function parseStoryPageRequest(
  entries: Iterable<readonly [string, string]>,
): StoryPageRequest {
  const values = parseParameters(entries, storyParameters);
  const {
    query: [query],
    limit: [limit = defaultStoriesPerPage],
    cursor: [cursor],
  } = values;
  return { ...(query && { query }), limit, ...(cursor !== undefined && { cursor }) };
}

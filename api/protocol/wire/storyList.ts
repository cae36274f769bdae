import {
  cursorParameter,
  parseParameters,
  queryParameter,
  wholeNumberParameter,
} from "./parameters.ts";

/** Request for one page of stories. */
export interface StoryPageRequest {
  /** All words have to occur in the story; those in double quotes next to each other. */
  query?: string;
  limit: number;
  cursor?: string;
}

export const defaultStoriesPerPage = 20;
const maxStoriesPerPage = 100;

/** Parameters of `GET /api/narrative`. */
export const storyParameters = {
  query: queryParameter,
  limit: wholeNumberParameter(1, maxStoriesPerPage),
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

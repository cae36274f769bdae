import {
  cursorParameter,
  type Parameter,
  ParameterError,
  parseParameters,
  queryParameter,
  wholeNumberParameter,
} from "./parameters.ts";

/** Request for one page of stories. */
export interface StoryPageRequest {
  /** Search text. A story must contain every word; words in double quotes must be adjacent. */
  query?: string;
  /** Address of the wallet that wrote the stories, in lowercase. Cannot be combined with a query. */
  author?: string;
  limit: number;
  cursor?: string;
}

export const defaultStoriesPerPage = 20;
const maxStoriesPerPage = 100;

/** Address in any case. */
const authorParameter: Parameter<string> = {
  expects: "0x and 40 hex digits",
  parse: (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined),
};

/** Query parameters of `GET /api/narrative`. */
export const storyParameters = {
  query: queryParameter,
  author: authorParameter,
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
    author: [author],
    limit: [limit = defaultStoriesPerPage],
    cursor: [cursor],
  } = values;
  if (query && author) {
    throw new ParameterError("author", "The parameter author cannot be combined with query.");
  }
  return {
    ...(query && { query }),
    ...(author && { author }),
    limit,
    ...(cursor !== undefined && { cursor }),
  };
}

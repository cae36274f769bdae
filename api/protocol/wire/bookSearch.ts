import { findWords, parseSearchTerms } from "../values/searchTerms.ts";

/**
 * A story in a book's search index: token ID, name (may be empty), whether the book includes the
 * portrait, and folded words.
 */
export type SearchedStory = readonly [
  drifterId: string,
  name: string,
  hasPortrait: 0 | 1,
  words: string,
];

/** Path of the search index: a classic script, because `file:` pages cannot load anything else. */
export const searchFile = "search.js";

/** Name of the global function that the index script calls with the stories. */
export const searchDataFunction = "bookSearchData";

/** Returns the content of the index script: the stories, newest first. */
export function searchScript(stories: readonly SearchedStory[]): string {
  return `${searchDataFunction}(${JSON.stringify(stories)});\n`;
}

/** Returns a text's folded words in order, with a space before and after each. */
export function searchedWords(text: string): string {
  return ` ${findWords(text)
    .map(({ folded }) => folded)
    .join(" ")} `;
}

/** Returns the stories that contain every word and phrase in a query, in order. */
export function searchBook(stories: readonly SearchedStory[], query: string): SearchedStory[] {
  const phrases = parseSearchTerms(query).map(
    ({ words, isPrefix }) => ` ${words.join(" ")}${isPrefix ? "" : " "}`,
  );
  if (phrases.length === 0) return [];
  return stories.filter(([, , , words]) => phrases.every((each) => words.includes(each)));
}

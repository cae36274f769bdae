import { parseSearchTerms, wordsIn } from "../values/searchTerms.ts";

/** A story in a book's search: its token's number, its name or nothing, whether the book has its portrait, and its words. */
export type SearchedStory = readonly [
  drifterId: string,
  name: string,
  hasPortrait: 0 | 1,
  words: string,
];

/** A classic script, because pages of `file:` can load nothing else. */
export const searchFile = "search.js";

/** Name of the function that it calls with the stories. */
export const searchDataFunction = "bookSearchData";

/** Content of the script that has the stories, newest first. */
export function searchScript(stories: readonly SearchedStory[]): string {
  return `${searchDataFunction}(${JSON.stringify(stories)});\n`;
}

/** Returns the folded words of a text in their order, with a space before and after each. */
export function searchedWords(text: string): string {
  return ` ${wordsIn(text)
    .map(({ folded }) => folded)
    .join(" ")} `;
}

/** Returns the stories that have all words and phrases of a query, in their order. */
export function searchBook(stories: readonly SearchedStory[], query: string): SearchedStory[] {
  const wanted = parseSearchTerms(query).map(
    ({ words, isPrefix }) => ` ${words.join(" ")}${isPrefix ? "" : " "}`,
  );
  if (wanted.length === 0) return [];
  return stories.filter(([, , , words]) => wanted.every((each) => words.includes(each)));
}

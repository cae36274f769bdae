import { parseSearchTerms, wordsIn } from "./searchTerms.ts";

/** A story in a book's search: its token's number, its name or nothing, and whether the book has its portrait. */
export type SearchedStory = readonly [drifterId: string, name: string, hasPortrait: 0 | 1];

/** A word with the indexes of the stories that contain it, ascending, each as the difference from the one before. */
type WordRow = readonly [word: string, ...steps: number[]];

/** What the files of a book's search contain. */
interface SearchData {
  stories: {
    /** By index, newest first. */
    stories: readonly SearchedStory[];
    /** First word of each part of the words, ascending. */
    parts: readonly string[];
  };
  words: readonly WordRow[];
}

/** Name of the function that the files of a book's search call with their data. */
export const searchDataFunction = "bookSearchData";

/** Folder of the files of a book's search. */
export const searchFolder = "search";

/** A classic script, because pages of `file:` can load nothing else. */
export interface SearchFile {
  name: string;
  content: string;
}

const storiesFile = "stories.js";
const wordsFile = (part: number) => `words-${part}.js`;

/** A part of the words ends after this many story indexes, so that a search loads little. */
const positionsInPart = 8_192;

/** Collects the words of stories for a book's search. */
export class SearchWords {
  #stories: SearchedStory[] = [];
  #positions = new Map<string, number[]>();

  /** Adds the next story, with all that it is found by: plain text. */
  add(story: SearchedStory, text: string): void {
    const position = this.#stories.push(story) - 1;
    for (const word of new Set(wordsIn(text).map(({ folded }) => folded))) {
      const positions = this.#positions.get(word);
      if (positions) positions.push(position);
      // A copy, because a part of a text keeps the whole text in memory.
      else this.#positions.set([...word].join(""), [position]);
    }
  }

  /** Yields the files; the same stories in the same order give the same files. */
  *files(): Generator<SearchFile> {
    const parts: string[] = [];
    let rows: WordRow[] = [];
    let size = 0;
    const endPart = (): SearchFile => {
      const part = parts.push(rows[0]?.[0] ?? "") - 1;
      const file = { name: wordsFile(part), content: script(wordsFile(part), rows) };
      rows = [];
      size = 0;
      return file;
    };
    // By code units, as the search compares.
    for (const word of [...this.#positions.keys()].sort()) {
      const positions = this.#positions.get(word) ?? [];
      rows.push([
        word,
        ...positions.map((position, index) => position - (positions[index - 1] ?? 0)),
      ]);
      size += positions.length;
      if (size >= positionsInPart) yield endPart();
    }
    if (rows.length > 0) yield endPart();
    const data: SearchData["stories"] = { stories: this.#stories, parts };
    yield { name: storiesFile, content: script(storiesFile, data) };
  }
}

function script(name: string, data: unknown): string {
  return `${searchDataFunction}(${JSON.stringify(name)},${JSON.stringify(data)});\n`;
}

/** Searches a book; returns the stories that have all words of a query, newest first. */
export type BookSearch = (query: string) => Promise<readonly SearchedStory[]>;

/**
 * Creates the search of a book.
 *
 * @param load loads a file of the search, and returns what it calls the function with.
 */
export function createBookSearch(load: (name: string) => Promise<unknown>): BookSearch {
  const loaded = new Map<string, Promise<unknown>>();

  return async (query) => {
    // Safety: the book's own files have this data.
    const { stories, parts } = (await loadOnce(storiesFile)) as SearchData["stories"];
    const wanted = parseSearchTerms(query).flatMap(({ words, isPrefix }) =>
      words.map((word, index) => ({ word, isPrefix: isPrefix && index === words.length - 1 })),
    );
    if (wanted.length === 0) return [];
    const positions = await Promise.all(
      wanted.map(({ word, isPrefix }) => positionsOf(word, isPrefix, parts)),
    );
    return stories.filter((_, position) => positions.every((found) => found.has(position)));
  };

  async function positionsOf(word: string, isPrefix: boolean, parts: readonly string[]) {
    const positions = new Set<number>();
    for (const [part, first] of parts.entries()) {
      const isBefore = (parts[part + 1] ?? "\uffff") <= word;
      const isAfter = first > word && !(isPrefix && first.startsWith(word));
      if (isBefore || isAfter) continue;
      // Safety: as above.
      const rows = (await loadOnce(wordsFile(part))) as SearchData["words"];
      for (const [found, ...steps] of rows) {
        if (found !== word && !(isPrefix && found.startsWith(word))) continue;
        let position = 0;
        for (const step of steps) {
          position += step;
          positions.add(position);
        }
      }
    }
    return positions;
  }

  function loadOnce(name: string): Promise<unknown> {
    const data = loaded.get(name) ?? load(name);
    loaded.set(name, data);
    // A failure is tried again.
    data.catch(() => loaded.delete(name));
    return data;
  }
}

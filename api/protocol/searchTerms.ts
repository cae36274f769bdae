/** A word or a phrase of a query. All terms of a query have to occur in a story. */
export interface SearchTerm {
  /** As typed, without punctuation: letters, digits and combining marks only. */
  words: readonly string[];
  /** The same, folded. */
  folded: readonly string[];
  /** Whether its last word may be the beginning of a longer one. */
  isPrefix: boolean;
}

/** Finds words: a letter or digit, and the letters, digits and combining marks that follow. */
export const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Shorter beginnings would match too many words. */
const shortestPrefix = 3;

/**
 * Parses what a person typed. Text in double quotes is a phrase, and so is a word with punctuation in it, such as
 * `don't`. The last word also matches longer words, since it may not be typed completely.
 */
export function parseSearchTerms(query: string): SearchTerm[] {
  const terms = [...query.matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => ({
    words: (phrase ?? word ?? "").match(wordPattern) ?? [],
    isQuoted: phrase !== undefined,
  }));
  const isOpen = terms.at(-1)?.isQuoted === false && !/\s$/.test(query);
  return terms
    .map(({ words }, index) => {
      const isLast = isOpen && index === terms.length - 1;
      const isPrefix = isLast && (words.at(-1)?.length ?? 0) >= shortestPrefix;
      return { words, folded: words.map(folded), isPrefix };
    })
    .filter(({ words }) => words.length > 0);
}

const onlyAscii = /^[\0-\x7f]*$/;

/** Folds case and diacritics: two words that fold to the same text match each other. */
export function folded(word: string): string {
  const lower = word.toLowerCase();
  return onlyAscii.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "");
}

/** A word or phrase in a query. A story must contain every term to match. */
export interface SearchTerm {
  /** The term's words, folded, in order. */
  words: readonly string[];
  /** Whether the last word is a prefix, which also matches longer words. */
  isPrefix: boolean;
}

/** A word's position in a text: [start, end) in UTF-16 code units. */
export interface SearchWord {
  start: number;
  end: number;
  /** The word's letters, digits and marks, folded so that equivalent spellings are equal. */
  folded: string;
}

/** Matches letters and digits with their marks, and invisible joiners in between. */
const letters = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*/gu;
/** Matches scripts without spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

// Firefox supports `Intl.Segmenter` since 2024. In older versions, text in a script without spaces counts as one word.
const { Segmenter }: Partial<Pick<typeof Intl, "Segmenter">> = Intl;
const segmenter = Segmenter && new Segmenter("en", { granularity: "word" });

/** Finds the words in a text or a query. Used for indexing, search and highlighting. */
export function findWords(text: string): SearchWord[] {
  const words: SearchWord[] = [];
  for (const { 0: run, index: start } of text.matchAll(letters)) {
    const parts =
      segmenter && unspaced.test(run) ? segmenter.segment(run) : [{ segment: run, index: 0 }];
    for (const { segment, index } of parts) {
      const [from, end] = [start + index, start + index + segment.length];
      words.push({ start: from, end, folded: fold(segment) });
    }
  }
  return words;
}

/** Minimum length of a prefix term; a shorter term would match too many words. */
const minPrefixLength = 3;

/**
 * Parses a typed query. Double quotes form a phrase, as does punctuation inside a word, such as
 * `don't`. The last word is a prefix, because the user may still be typing it.
 */
export function parseSearchTerms(query: string): SearchTerm[] {
  const terms = [...query.matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => ({
    words: findWords(phrase ?? word ?? "").map(({ folded }) => folded),
    isQuoted: phrase !== undefined,
  }));
  const isOpen = terms.at(-1)?.isQuoted === false && !/\s$/.test(query);
  return terms
    .map(({ words }, index) => {
      const isLast = isOpen && index === terms.length - 1;
      const isPrefix = isLast && (words.at(-1)?.length ?? 0) >= minPrefixLength;
      return { words, isPrefix };
    })
    .filter(({ words }) => words.length > 0);
}

const onlyAscii = /^[\0-\x7f]*$/;
/** Matches joiners, the Arabic tatweel, accents and vowel points, but not the voicing marks of kana. */
const ignored =
  /[\u00ad\u0640\u200c\u200d]|(?![\u3099\u309a])(?=[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}/gu;
/** Letters that are used interchangeably, and the Greek final sigma. */
const variants: Record<string, string> = { ς: "σ", ى: "ي", ی: "ي", ة: "ه", ک: "ك" };
const variantLetters = /[ςىیةک]/g;

/** Folds case, accents and alternative spellings of the same letters. */
function fold(word: string): string {
  return onlyAscii.test(word) ? word.toLowerCase() : foldLetters(word);
}

function foldLetters(word: string): string {
  return (
    word
      .normalize("NFKD")
      .replace(ignored, "")
      // Converts to upper case first, which turns ß into SS.
      .toUpperCase()
      .toLowerCase()
      .replace(variantLetters, (letter) => variants[letter] ?? letter)
      .normalize("NFC")
  );
}

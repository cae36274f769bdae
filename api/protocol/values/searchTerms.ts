/** A word or a phrase of a query. All terms of a query have to occur in a story. */
export interface SearchTerm {
  /** Folded, in their order. */
  words: readonly string[];
  /** Whether its last word may be the beginning of a longer one. */
  isPrefix: boolean;
}

/** A word of a text: [start, end) in UTF-16 code units. */
export interface SearchWord {
  start: number;
  end: number;
  /** Letters, digits and marks only; words that a reader takes for the same are equal. */
  folded: string;
}

/** Letters and digits with their marks, and invisible joiners in between. */
const letters = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*/gu;
/** Scripts without spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

// Firefox has it since 2024. Without it, a run in a script without spaces is one word.
const { Segmenter }: Partial<Pick<typeof Intl, "Segmenter">> = Intl;
const segmenter = Segmenter && new Segmenter("en", { granularity: "word" });

/** Finds the words of a text, or of a query; all that indexes, searches and highlights uses it. */
export function wordsIn(text: string): SearchWord[] {
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

/** Shorter beginnings would match too many words. */
const minPrefixLength = 3;

/**
 * Parses what a person typed. Text in double quotes is a phrase, and so is a word with punctuation in it, such as
 * `don't`. The last word also matches longer words, since it may not be typed completely.
 */
export function parseSearchTerms(query: string): SearchTerm[] {
  const terms = [...query.matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => ({
    words: wordsIn(phrase ?? word ?? "").map(({ folded }) => folded),
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
/** Joiners, the Arabic tatweel, accents, and vowel points; but not the voiced sounds of kana. */
const ignored =
  /[\u00ad\u0640\u200c\u200d]|(?![\u3099\u309a])(?=[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}/gu;
/** Letters that are written for one another, and Greek's sigma at the end of a word. */
const variants: Record<string, string> = { ς: "σ", ى: "ي", ی: "ي", ة: "ه", ک: "ك" };
const withVariant = /[ςىیةک]/g;

/** Folds case, accents, and other spellings of the same letters. */
function fold(word: string): string {
  return onlyAscii.test(word) ? word.toLowerCase() : foldLetters(word);
}

function foldLetters(word: string): string {
  return (
    word
      .normalize("NFKD")
      .replace(ignored, "")
      // By way of upper case, in which ß is SS.
      .toUpperCase()
      .toLowerCase()
      .replace(withVariant, (letter) => variants[letter] ?? letter)
      .normalize("NFC")
  );
}

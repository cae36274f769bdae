/** A part of a text: a word, or what is between words. */
interface WordSegment {
  segment: string;
  /** In UTF-16 code units. */
  index: number;
  isWordLike?: boolean | undefined;
}

// Firefox has it since 2024.
const { Segmenter }: Partial<Pick<typeof Intl, "Segmenter">> = Intl;
const segmenter = Segmenter && new Segmenter("en", { granularity: "word" });
const wordOrOther = /[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*|[^\p{L}\p{N}\p{M}_]/gu;

/** Splits a text into words and what is between them; in browsers without a dictionary, by spaces and punctuation. */
export function wordSegments(text: string): Iterable<WordSegment> {
  if (segmenter) return segmenter.segment(text);
  return Array.from(text.matchAll(wordOrOther), ({ 0: segment, index }) => ({
    segment,
    index,
    isWordLike: /[\p{L}\p{N}]/u.test(segment),
  }));
}

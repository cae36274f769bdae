import { findWords, type SearchTerm } from "#protocol/values/searchTerms";
import type { ExcerptPart } from "#protocol/wire/responses";
import { shorten } from "../narratives/text.ts";

/** Length of an excerpt, and of its part before the first match, in UTF-16 code units. */
const maxExcerptLength = 240;
const charactersBefore = 60;
/** Maximum number of matches to try as the start of an excerpt. */
const maxCandidates = 100;

/** A match of a term: [start, end) in UTF-16 code units. */
interface Match {
  start: number;
  end: number;
  term: SearchTerm;
}

/**
 * Returns the passage that contains the most terms, or the text's beginning if no term matches.
 *
 * @param text plain text on one line.
 */
export function createExcerpt(text: string, terms: readonly SearchTerm[]): ExcerptPart[] {
  const matches = findMatches(text, terms);
  const candidates = matches.slice(0, maxCandidates);
  const termsFrom = ({ start }: Match) => {
    const end = start + maxExcerptLength - charactersBefore;
    const close = candidates.filter((match) => match.start >= start && match.end <= end);
    return new Set(close.map(({ term }) => term)).size;
  };
  const maxTerms = Math.max(...candidates.map(termsFrom));
  const first = candidates.find((match) => termsFrom(match) === maxTerms);
  if (first === undefined) return createBeginning(text);
  const start = wordStartBefore(text, first.start);
  const end = lastWordEnd(text, start + maxExcerptLength);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isMatch: boolean) => text !== "" && parts.push({ text, isMatch });
  let position = start;
  for (const match of matches) {
    if (match.start < start || match.end > end) continue;
    add((position === start && start > 0 ? "…" : "") + text.slice(position, match.start), false);
    add(text.slice(match.start, match.end), true);
    position = match.end;
  }
  add(text.slice(position, end) + (end < text.length ? "…" : ""), false);
  return parts;
}

/** Returns a text's beginning, cut between words. */
export function createBeginning(text: string): ExcerptPart[] {
  const beginning = shorten(text, maxExcerptLength);
  return beginning === "" ? [] : [{ text: beginning, isMatch: false }];
}

const splitSentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** How far a quoted sentence may start before its mention, and end after it. */
const charactersAround = 180;

/**
 * Returns the sentence around a position, without what is too far from it.
 *
 * @param text plain text on one line.
 */
export function createQuote(text: string, position: number): string {
  const from = wordStartBefore(text, position, charactersAround);
  const end = lastWordEnd(text, position + charactersAround);
  // Titles, list items and table cells end without a period.
  const sentences = [...splitSentences.segment(text.slice(from, end))].flatMap(
    ({ segment, index }) =>
      [...segment.matchAll(/.+?(?: · |$)/gs)].map((part) => {
        return { start: from + index + part.index, part: part[0].replace(/ · $/, "").trim() };
      }),
  );
  const index = sentences.findLastIndex(({ start }) => start <= position);
  const before = index <= 0 && from > 0 ? "…" : "";
  const after = index === sentences.length - 1 && end < text.length ? "…" : "";
  return `${before}${sentences[index]?.part ?? ""}${after}`;
}

/** Finds all terms' matches in order, without overlaps. */
function findMatches(text: string, terms: readonly SearchTerm[]): Match[] {
  const words = findWords(text);
  const matches: Match[] = [];
  for (let next = 0; next < words.length; ) {
    const term = terms.find(({ words: wanted, isPrefix }) =>
      wanted.every((word, offset) => {
        const folded = words[next + offset]?.folded;
        const isOpen = isPrefix && offset === wanted.length - 1;
        return isOpen ? folded?.startsWith(word) : folded === word;
      }),
    );
    const length = term?.words.length ?? 1;
    const [start, end] = [words[next]?.start, words[next + length - 1]?.end];
    if (term && start !== undefined && end !== undefined) matches.push({ start, end, term });
    next += length;
  }
  return matches;
}

/**
 * Returns the start of a word at most `charactersBefore` code units before a match; the match's start if
 * the preceding word is too long.
 */
function wordStartBefore(text: string, match: number, distance = charactersBefore): number {
  if (match <= distance) return 0;
  const space = text.slice(match - distance, match).indexOf(" ");
  return space === -1 ? match : match - distance + space + 1;
}

/** Returns the end of the last word that ends at or before `limit`. */
function lastWordEnd(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(" ", limit);
  if (space > limit - charactersBefore) return space;
  // Avoids splitting a surrogate pair.
  return text.slice(0, limit).isWellFormed() ? limit : limit - 1;
}

import { type SearchTerm, type SearchWord, wordsIn } from "#protocol/searchTerms";
import type { ExcerptPart } from "#protocol/storyPages";
import { shortened } from "../page/plainText.ts";

/** Length of an excerpt in UTF-16 code units, and how much of it precedes the first match. */
const longestExcerpt = 240;
const unitsBefore = 60;

/** A match of a term: [start, end) in UTF-16 code units. */
interface Match {
  start: number;
  end: number;
  term: SearchTerm;
}

/**
 * Returns the passage of a text in which the most terms are close together, or its beginning if there is none.
 *
 * @param text plain text on one line.
 */
export function excerptOf(text: string, terms: readonly SearchTerm[]): ExcerptPart[] {
  const matches = findMatches(text, terms);
  const [first] = matches;
  if (first === undefined) return beginningOf(text);
  const start = startBefore(text, densest(matches).start);
  const end = endAfter(text, start + longestExcerpt);
  const inside = matches.filter((match) => match.start >= start && match.end <= end);
  return parts(text, start, end, inside);
}

/** The first words of a text, cut between words. */
export function beginningOf(text: string): ExcerptPart[] {
  const beginning = shortened(text, longestExcerpt);
  return beginning === "" ? [] : [{ text: beginning, isMatch: false }];
}

/** Finds the matches of all terms, in order, without overlaps. */
function findMatches(text: string, terms: readonly SearchTerm[]): Match[] {
  const words = wordsIn(text);
  const matches: Match[] = [];
  let next = 0;
  while (next < words.length) {
    const term = terms.find((term) => fits(term, words, next));
    const length = term?.words.length ?? 1;
    const [start, end] = [words[next]?.start, words[next + length - 1]?.end];
    if (term && start !== undefined && end !== undefined) matches.push({ start, end, term });
    next += length;
  }
  return matches;
}

/** Whether a term starts at a word. */
function fits(term: SearchTerm, words: readonly SearchWord[], index: number): boolean {
  return term.words.every((wanted, offset) => {
    const word = words[index + offset]?.folded;
    if (term.isPrefix && offset === term.words.length - 1) return word?.startsWith(wanted);
    return word === wanted;
  });
}

/** Returns the match from which on an excerpt has the most different terms. */
function densest(matches: readonly Match[]): Match {
  let [best] = matches;
  let mostTerms = 0;
  for (const [index, match] of matches.entries()) {
    const terms = new Set<SearchTerm>();
    for (let next = index; next < matches.length; next += 1) {
      const other = matches[next];
      if (other === undefined || other.end > match.start + longestExcerpt - unitsBefore) break;
      terms.add(other.term);
    }
    if (terms.size > mostTerms) [best, mostTerms] = [match, terms.size];
  }
  if (best === undefined) throw new Error("There is no match.");
  return best;
}

/** Start of the word at most `unitsBefore` before a match; the match itself within very long words. */
function startBefore(text: string, match: number): number {
  if (match <= unitsBefore) return 0;
  const space = text.slice(match - unitsBefore, match).indexOf(" ");
  return space === -1 ? match : match - unitsBefore + space + 1;
}

/** End of the last word that ends up to `limit`. */
function endAfter(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(" ", limit);
  if (space > limit - unitsBefore) return space;
  // Not between the two halves of a surrogate pair.
  return text.slice(0, limit).isWellFormed() ? limit : limit - 1;
}

function parts(text: string, start: number, end: number, matches: readonly Match[]): ExcerptPart[] {
  const found: ExcerptPart[] = [];
  const add = (text: string, isMatch: boolean) => text !== "" && found.push({ text, isMatch });
  let position = start;
  let before = start > 0 ? "…" : "";
  for (const match of matches) {
    add(before + text.slice(position, match.start), false);
    add(text.slice(match.start, match.end), true);
    position = match.end;
    before = "";
  }
  add(before + text.slice(position, end) + (end < text.length ? "…" : ""), false);
  return found;
}

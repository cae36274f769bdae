import type { Range } from "../ast.ts";

/** One small change of one place in a contract. */
export interface Mutant extends Range {
  file: string;
  line: number;
  /** What kind of change it is, in a word or two. */
  kind: string;
  original: string;
  replacement: string;
}

/** A change as the rules of a language's nodes propose it: a place and what to put there. */
export interface Change extends Range {
  kind: string;
  replacement: string;
}

/** The source with the change made. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** A change in one line of text, without comments. */
export function describeMutant({ original, replacement }: Mutant): string {
  const shorten = (text: string) =>
    text
      .replace(/\/\/.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim() || "nothing";
  return `${shorten(original)} → ${shorten(replacement)}`;
}

import type { Range } from "../ast.ts";

/** A small change at one place in a contract. */
export interface Mutant extends Range {
  file: string;
  line: number;
  /** Kind of change, in one or two words. */
  kind: string;
  original: string;
  replacement: string;
}

/** A range of the source and its replacement. */
export interface Change extends Range {
  kind: string;
  replacement: string;
}

/** Returns the source with the mutant applied. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Describes a mutant in one line, without comments. */
export function describeMutant({ original, replacement }: Mutant): string {
  const shorten = (text: string) =>
    text
      .replace(/\/\/.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim() || "nothing";
  return `${shorten(original)} → ${shorten(replacement)}`;
}

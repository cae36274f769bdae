import type { AstNode, Range } from "../ast.ts";

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

/** The file around a node. */
export interface Place {
  source: string;
  rangeOf: (node: AstNode) => Range;
  textOf: (node: AstNode) => string;
}

/** Extends the range by the semicolon, which the compiler omits from most simple statements. */
export function withSemicolon({ start, end }: Range, source: string): Range {
  const semicolon = /^\s*;/.exec(source.slice(end))?.[0] ?? "";
  return { start, end: end + semicolon.length };
}

/** Returns a number literal minus one and plus one; not below zero, and with no more hexadecimal digits. */
export function literalNeighbours(text: string): string[] {
  if (/^0x/i.test(text)) {
    const digits = text.length - 2;
    return neighbours(BigInt(text))
      .map((value) => value.toString(16))
      .filter((hex) => hex.length <= digits)
      .map((hex) => `0x${hex.padStart(digits, "0")}`);
  }
  if (/^[\d_]+$/.test(text)) return neighbours(BigInt(text.replaceAll("_", ""))).map(String);
  // Literals with a unit, a fraction or an exponent change by one, for example one wei or one second.
  return [`(${text} - 1)`, `(${text} + 1)`];
}

function neighbours(value: bigint): bigint[] {
  return value === 0n ? [1n] : [value - 1n, value + 1n];
}

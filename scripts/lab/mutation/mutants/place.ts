import type { AstNode, Range } from "../ast.ts";

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

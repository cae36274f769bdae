import type { AstNode, Range } from "../ast.ts";

/** The file around a node. */
export interface Place {
  source: string;
  rangeOf: (node: AstNode) => Range;
  textOf: (node: AstNode) => string;
}

/** The compiler lets most simple statements end before their semicolon. */
export function withSemicolon({ start, end }: Range, source: string): Range {
  const semicolon = /^\s*;/.exec(source.slice(end))?.[0] ?? "";
  return { start, end: end + semicolon.length };
}

import type { SyntaxNode, Visit } from "./syntax.ts";

/**
 * How a node is replaced: by another expression, by no statement, by an empty block, or, for a JSX attribute that is
 * a string, by `undefined`.
 */
export type Form = "expression" | "statement" | "block" | "attribute";

/** A change of one node that a mutator proposes. */
export interface TypeScriptChange {
  kind: string;
  form: Form;
  node: SyntaxNode;
  /** Complete new text of the node. */
  replacement: string;
  /** The part that differs, if that is less than the node. */
  shown?: { original: string; replacement: string } | undefined;
}

/** Proposes changes of a node. `text` returns the source of a node. */
export type Mutator = (
  place: Visit,
  text: (node: SyntaxNode) => string,
) => readonly TypeScriptChange[];

/** Replaces the node by another expression. */
export function other(kind: string, node: SyntaxNode, replacement: string): TypeScriptChange {
  return { kind, form: "expression", node, replacement };
}

/** Replaces a part of the node. */
export function withPart(
  kind: string,
  node: SyntaxNode,
  part: { start: number; end: number },
  replacement: string,
  text: (node: SyntaxNode) => string,
): TypeScriptChange {
  const whole = text(node);
  const [from, to] = [part.start - node.start, part.end - node.start];
  return {
    kind,
    form: "expression",
    node,
    replacement: whole.slice(0, from) + replacement + whole.slice(to),
    shown: { original: whole.slice(from, to), replacement },
  };
}

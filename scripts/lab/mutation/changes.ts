import type { SyntaxNode, Visit } from "./syntax.ts";

/**
 * What is put in the place of a node: another expression, nothing instead of a statement, the content of an
 * empty block, or no value of a JSX attribute that is written as a string.
 */
export type Form = "expression" | "statement" | "block" | "attribute";

/** A change of one node, as a mutator proposes it. */
export interface TypeScriptChange {
  kind: string;
  form: Form;
  node: SyntaxNode;
  /** The node's whole new text. */
  replacement: string;
  /** What differs, if that is less than the node. */
  shown?: { original: string; replacement: string } | undefined;
}

/** Proposes changes of a node. `text` is the source of a node. */
export type Mutator = (
  place: Visit,
  text: (node: SyntaxNode) => string,
) => readonly TypeScriptChange[];

/** Another expression. */
export function other(kind: string, node: SyntaxNode, replacement: string): TypeScriptChange {
  return { kind, form: "expression", node, replacement };
}

/** The node with a part of it replaced. */
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

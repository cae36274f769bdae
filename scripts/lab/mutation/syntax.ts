import { extname } from "node:path";
import { parseSync } from "vite";

/** A node of the syntax tree (ESTree with TypeScript and JSX nodes). */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A node and its context. */
export interface Visit {
  node: SyntaxNode;
  parent: SyntaxNode;
  /** The parent's field that contains it. */
  field: string;
  /** Further ancestors, nearest first, without the parent. */
  ancestors: readonly SyntaxNode[];
}

/**
 * Parses TypeScript, with JSX in a `.tsx` file.
 *
 * @throws on a syntax error.
 */
export function parseTypeScript(file: string, source: string): SyntaxNode {
  const lang = extname(file) === ".tsx" ? "tsx" : "ts";
  const { program, errors } = parseSync(file, source, { lang, preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // Safety: every ESTree node has these fields.
  return program as unknown as SyntaxNode;
}

/** Visits all nodes that exist at run time, parents first. */
export function visitTree(root: SyntaxNode, visit: (place: Visit) => void): void {
  const descend = (parent: SyntaxNode, ancestors: readonly SyntaxNode[]) => {
    for (const [field, value] of Object.entries(parent)) {
      for (const node of Array.isArray(value) ? value : [value]) {
        if (!isNode(node) || isErased(node, parent, field)) continue;
        visit({ node, parent, field, ancestors });
        descend(node, [parent, ...ancestors]);
      }
    }
  };
  descend(root, []);
}

/** Returns the node in a field. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** Returns the list of nodes in a field, without gaps. */
export function children(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Returns the name of an identifier or a non-computed property. */
export function nameOf(node: SyntaxNode | undefined): string {
  return typeof node?.name === "string" ? node.name : "";
}

export function isFunction({ type }: SyntaxNode): boolean {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

const wrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

/** Whether a node exists only for the type checker and is erased before execution. */
function isErased({ type }: SyntaxNode, parent: SyntaxNode, field: string): boolean {
  if (wrappers.has(parent.type) && field !== "expression") return true;
  return type.startsWith("TS") && !wrappers.has(type);
}

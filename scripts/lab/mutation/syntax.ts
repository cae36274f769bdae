import { extname } from "node:path";
import { parseSync } from "vite";

/** A node of the syntax tree (ESTree, with TypeScript's and JSX's nodes). */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A node, and where it stands. */
export interface Visit {
  node: SyntaxNode;
  parent: SyntaxNode;
  /** The parent's field that holds it. */
  field: string;
  /** Nearest first, without the parent. */
  ancestors: readonly SyntaxNode[];
}

/**
 * Parses TypeScript, with JSX in a `.tsx` file.
 *
 * @throws when it is none.
 */
export function parseTypeScript(file: string, source: string): SyntaxNode {
  const lang = extname(file) === ".tsx" ? "tsx" : "ts";
  const { program, errors } = parseSync(file, source, { lang, preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // Safety: every node has these fields.
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

/** A field that holds a node. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** A field that holds a list of nodes; gaps are left out. */
export function children(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier or of a property that is named in the source. */
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

/** Types go away before anything runs, and so do the declarations around them. */
function isErased({ type }: SyntaxNode, parent: SyntaxNode, field: string): boolean {
  if (wrappers.has(parent.type) && field !== "expression") return true;
  return type.startsWith("TS") && !wrappers.has(type);
}

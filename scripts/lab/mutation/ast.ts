/** A node of the compiler's syntax tree. Further fields depend on its type. */
export interface AstNode {
  nodeType: string;
  /** `start:length:file`, in bytes. */
  src: string;
  [field: string]: unknown;
}

/** The position of a node in its file, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/** Calls `visit` for the node and its descendants, in the order of the tree. */
export function walk(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node);
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) walk(child, visit);
  }
}

/** Returns the node in a field, or `undefined`. */
export function childOf(node: AstNode, field: string): AstNode | undefined {
  const child = node[field];
  return isNode(child) ? child : undefined;
}

/** Returns the nodes in a field. */
export function childrenOf(node: AstNode, field: string): AstNode[] {
  const children = node[field];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** Finds the positions of nodes in a file. */
export function rangesIn(source: string): (node: AstNode) => Range {
  const bytes = Buffer.from(source);
  const unitsBefore = (position: number) => bytes.subarray(0, position).toString().length;
  return ({ src }) => {
    const [start = 0, length = 0] = src.split(":").map(Number);
    return { start: unitsBefore(start), end: unitsBefore(start + length) };
  };
}

/** Returns the line of a position, from 1. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split("\n").length;
}

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null && "nodeType" in value && "src" in value;
}

import type { SyntaxNode, Visit } from "./syntax.ts";

const chainLinks = new Set(["MemberExpression", "CallExpression", "TSNonNullExpression"]);
const patterns = new Set(["ObjectPattern", "ArrayPattern", "RestElement"]);

/** Whether an expression can be replaced by `(condition ? other : expression)` in its context. */
export function canBeSwitched({ node, parent, field, ancestors }: Visit): boolean {
  if (parent.type === "ChainExpression" || isInChain(node, parent, field, ancestors)) return false;
  if (field === "callee" || field === "tag" || field === "source" || field === "local")
    return false;
  if (field === "key" && parent.computed !== true) return false;
  if (field === "left" && /^(Assignment|For)/.test(parent.type)) return false;
  if (field === "argument" && /^(delete|typeof)$/.test(String(parent.operator))) return false;
  if (patterns.has(parent.type) || parent.type === "UpdateExpression") return false;
  if (parent.type === "MemberExpression" && field === "property") return parent.computed === true;
  return !/^(Import|Export(All|Specifier)|JSX(Attribute|Element|Fragment))/.test(parent.type);
}

/** Whether a further link of an optional chain follows; wrapping would break its short circuit. */
function isInChain(
  node: SyntaxNode,
  parent: SyntaxNode,
  field: string,
  ancestors: readonly SyntaxNode[],
): boolean {
  let [below, above, way] = [node, parent, field];
  for (const next of ancestors) {
    if (above.type === "ChainExpression") return true;
    if (!chainLinks.has(above.type) || !/^(object|callee|expression)$/.test(way)) return false;
    [below, above] = [above, next];
    way = Object.entries(above).find(([, value]) => value === below)?.[0] ?? "";
  }
  return false;
}

const statementLists = /^(Program|BlockStatement|StaticBlock|SwitchCase)$/;

/** Whether a statement can be removed in its context. */
export function isRemovable({ parent, field }: Visit): boolean {
  return statementLists.test(parent.type) || /^(consequent|alternate|body)$/.test(field);
}

import type { Mutator } from "../changes.ts";
import { children } from "../syntax.ts";

/** Removes a statement that is a call or an assignment. */
const statement: Mutator = ({ node }, text) => {
  if (node.type !== "ExpressionStatement" || typeof node.directive === "string") return [];
  const isLeftAlone = /^super\(|^console\./.test(text(node));
  return isLeftAlone ? [] : [{ kind: "left out", form: "statement", node, replacement: "" }];
};

/** Removes `break` and `continue` of loops. */
const jump: Mutator = ({ node, parent, ancestors }) => {
  if (!/^(Break|Continue)Statement$/.test(node.type) || node.label) return [];
  const around = [parent, ...ancestors].find(({ type }) =>
    /^(For|While|DoWhile|Switch)/.test(type),
  );
  if (around?.type.startsWith("Switch")) return [];
  return [{ kind: "left out", form: "statement", node, replacement: "" }];
};

/** Empties `catch` and `finally` blocks. */
const handler: Mutator = ({ node, parent, field }, text) => {
  const isHandler = parent.type === "CatchClause" ? field === "body" : field === "finalizer";
  if (!isHandler || children(node, "body").length === 0) return [];
  if (/^\{\s*return( undefined)?;\s*\}$/.test(text(node))) return [];
  return [{ kind: "left out", form: "block", node, replacement: "{}" }];
};

export const statementMutators: readonly Mutator[] = [statement, jump, handler];

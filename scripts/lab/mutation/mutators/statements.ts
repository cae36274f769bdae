import type { Mutator } from "../changes.ts";
import { children } from "../syntax.ts";

/** A call, an assignment: left out. */
const statement: Mutator = ({ node }, text) => {
  if (node.type !== "ExpressionStatement" || typeof node.directive === "string") return [];
  const isLeftAlone = /^super\(|^console\./.test(text(node));
  return isLeftAlone ? [] : [{ kind: "left out", form: "statement", node, replacement: "" }];
};

/** `break` and `continue` of a loop. */
const jump: Mutator = ({ node, parent, ancestors }) => {
  if (!/^(Break|Continue)Statement$/.test(node.type) || node.label) return [];
  const around = [parent, ...ancestors].find(({ type }) =>
    /^(For|While|DoWhile|Switch)/.test(type),
  );
  if (around?.type.startsWith("Switch")) return [];
  return [{ kind: "left out", form: "statement", node, replacement: "" }];
};

/** What a `catch` or a `finally` does. */
const handler: Mutator = ({ node, parent, field }, text) => {
  const isHandler = parent.type === "CatchClause" ? field === "body" : field === "finalizer";
  if (!isHandler || children(node, "body").length === 0) return [];
  if (/^\{\s*return( undefined)?;\s*\}$/.test(text(node))) return [];
  return [{ kind: "left out", form: "block", node, replacement: "{}" }];
};

export const statementMutators: readonly Mutator[] = [statement, jump, handler];

import { type AstNode, childOf, childrenOf } from "../ast.ts";
import { type Change, literalNeighbours, type Place } from "./mutant.ts";

/** Replacements of each instruction. */
const confusedCalls: Record<string, string[]> = {
  add: ["sub"],
  sub: ["add"],
  mul: ["div"],
  div: ["mul"],
  mod: ["div"],
  shl: ["shr"],
  shr: ["shl"],
  sar: ["shl"],
  and: ["or"],
  or: ["and", "xor"],
  xor: ["or", "and"],
  lt: ["gt"],
  gt: ["lt"],
  slt: ["sgt"],
  sgt: ["slt"],
};

const deletable = new Set([
  "YulAssignment",
  "YulBreak",
  "YulContinue",
  "YulExpressionStatement",
  "YulLeave",
]);

/** Returns the changes to try on a node of inline assembly. */
export function yulChanges(node: AstNode, place: Place): Change[] {
  const range = place.rangeOf(node);
  if (deletable.has(node.nodeType)) return [{ ...range, replacement: "{}", kind: "statement" }];
  if (node.nodeType === "YulFunctionCall") return callChanges(node, place);
  if (node.nodeType === "YulLiteral") return literalChanges(node, place);
  const condition = childOf(node, "condition");
  if (!condition) return [];
  return ["1", "0", `iszero(${place.textOf(condition)})`].map((replacement) => ({
    ...{ ...place.rangeOf(condition), replacement },
    kind: "condition",
  }));
}

function callChanges(node: AstNode, { rangeOf, textOf }: Place): Change[] {
  const name = String(childOf(node, "functionName")?.name);
  const given = childrenOf(node, "arguments").map(textOf);
  const call = (instruction: string) => `${instruction}(${given.join(", ")})`;
  const replacements = (confusedCalls[name] ?? []).map(call);
  if (["lt", "gt", "slt", "sgt", "eq"].includes(name)) replacements.push(`iszero(${call(name)})`);
  // An off-by-one error: "less than" becomes "not greater than".
  const [mirrored] = ["lt", "gt", "slt", "sgt"].includes(name) ? (confusedCalls[name] ?? []) : [];
  if (mirrored !== undefined) replacements.push(`iszero(${call(mirrored)})`);
  if ((name === "iszero" || name === "not") && given[0] !== undefined) replacements.push(given[0]);
  return replacements.map((replacement) => ({ ...rangeOf(node), replacement, kind: "operator" }));
}

function literalChanges(node: AstNode, { rangeOf, textOf }: Place): Change[] {
  const range = rangeOf(node);
  const change = (replacement: string): Change => ({ ...range, replacement, kind: "constant" });
  if (node.kind === "bool") return [change(node.value === "true" ? "false" : "true")];
  if (node.kind !== "number") return [];
  return literalNeighbours(textOf(node)).map(change);
}

import { type Mutator, other, type TypeScriptChange, withPart } from "../changes.ts";
import { child, type SyntaxNode, type Visit } from "../syntax.ts";

/** Replacements of each operator. */
const swaps: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
};

/** Replaces binary operators, except in string concatenations. */
const binary: Mutator = (place, text) => {
  const { node } = place;
  if (node.type !== "BinaryExpression" || isSumOfTexts(node)) return [];
  const operator = operatorOf(node, text);
  // A constant condition is harder to detect than a negated one.
  if (isCondition(place) && /^[!=]==$/.test(operator.sign)) return [];
  return (swaps[operator.sign] ?? []).map((sign) =>
    withPart("operator", node, operator, sign, text),
  );
};

/** Replaces `a && b`, `a || b` and `a ?? b` by one side. */
const logical: Mutator = ({ node }, text) => {
  if (node.type !== "LogicalExpression") return [];
  const [left, right] = [child(node, "left"), child(node, "right")];
  if (!left || !right) return [];
  const alone = [other("one side", node, text(left))];
  if (node.operator !== "??") alone.push(other("one side", node, text(right)));
  return alone;
};

const unary: Mutator = (place, text) => {
  const { node } = place;
  const argument = child(node, "argument");
  if (isCondition(place) && node.operator === "!") return [];
  if (node.type !== "UnaryExpression" || !argument || !/^[!~-]$/.test(String(node.operator)))
    return [];
  return [other("sign", node, text(argument))];
};

/** Replaces assignment operators such as `+=` and `??=`. */
const assignment: Mutator = ({ node }, text) => {
  if (node.type !== "AssignmentExpression" || node.operator === "=") return [];
  const sign = node.operator === "+=" ? "-=" : node.operator === "-=" ? "+=" : "=";
  return [withPart("assignment", node, operatorOf(node, text), sign, text)];
};

/** Swaps `++` and `--`, except in the head of a `for` loop. */
const update: Mutator = ({ node, parent }, text) => {
  if (node.type !== "UpdateExpression" || parent.type === "ForStatement") return [];
  const changed = text(node).replace(/\+\+|--/, (sign) => (sign === "++" ? "--" : "++"));
  return [other("operator", node, changed)];
};

const tests = new Set([
  "IfStatement",
  "ConditionalExpression",
  "WhileStatement",
  "DoWhileStatement",
  "ForStatement",
]);

/** Makes the condition of a statement or `? :` constant; that of a loop only `false`, so that it ends. */
const condition: Mutator = (place) => {
  const { node, parent } = place;
  if (!isCondition(place) || node.type === "Literal") return [];
  const isLoop = /^(Do)?(While|For)/.test(parent.type);
  const values = isLoop ? ["false"] : ["true", "false"];
  return values.map((value): TypeScriptChange => other("condition", node, value));
};

function isCondition({ parent, field }: Visit): boolean {
  return field === "test" && tests.has(parent.type);
}

export const operatorMutators: readonly Mutator[] = [
  condition,
  binary,
  logical,
  unary,
  assignment,
  update,
];

function operatorOf(node: SyntaxNode, text: (node: SyntaxNode) => string) {
  const [left, right] = [child(node, "left"), child(node, "right")];
  const sign = String(node.operator);
  if (!left || !right) throw new Error(`${node.type} without two sides`);
  const between = text({ type: "", start: left.end, end: right.start });
  // A comment in between may contain the same sign, so the last match is the operator.
  const start = left.end + between.lastIndexOf(sign);
  return { sign, start, end: start + sign.length };
}

function isSumOfTexts(node: SyntaxNode): boolean {
  if (node.operator !== "+") return false;
  return [child(node, "left"), child(node, "right")].some(
    (side) =>
      side?.type === "TemplateLiteral" ||
      typeof side?.value === "string" ||
      (side?.type === "BinaryExpression" && isSumOfTexts(side)),
  );
}

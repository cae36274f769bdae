import { type Mutator, other, type TypeScriptChange, withPart } from "../changes.ts";
import { child, type SyntaxNode, type Visit } from "../syntax.ts";

/** Operators by what is put in their place. */
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

/** `a < b`, `a + b`; sums of texts are left alone. */
const binary: Mutator = (place, text) => {
  const { node } = place;
  if (node.type !== "BinaryExpression" || isSumOfTexts(node)) return [];
  const operator = operatorOf(node, text);
  // A condition that is always true or always false is harder to notice than its opposite.
  if (isCondition(place) && /^[!=]==$/.test(operator.sign)) return [];
  return (swaps[operator.sign] ?? []).map((sign) =>
    withPart("operator", node, operator, sign, text),
  );
};

/** `a && b`, `a || b`, `a ?? b`: one side alone. */
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

/** `a += b`, `a ??= b`. */
const assignment: Mutator = ({ node }, text) => {
  if (node.type !== "AssignmentExpression" || node.operator === "=") return [];
  const sign = node.operator === "+=" ? "-=" : node.operator === "-=" ? "+=" : "=";
  return [withPart("assignment", node, operatorOf(node, text), sign, text)];
};

/** `i++` outside the head of a loop. */
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

/** The condition of a statement or of `? :`. A loop may end, but not go on for ever. */
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
  // A comment in between may hold the same sign; the operator stands nearest to what follows it.
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

import { type AstNode, childOf, childrenOf } from "../ast.ts";
import { type Change, literalNeighbours, type Place, withSemicolon } from "./mutant.ts";

/** Replacements of each operator. */
const confusedOperators: Record<string, string[]> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["/"],
  "**": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  "&": ["|"],
  "|": ["&"],
  "^": ["|"],
  "=": [],
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "*=": ["/="],
  "/=": ["*="],
  "|=": ["&=", "="],
  "&=": ["|=", "="],
  "^=": ["|="],
  "<<=": [">>="],
  ">>=": ["<<="],
};

const deletable = new Set([
  "Break",
  "Continue",
  "EmitStatement",
  "ExpressionStatement",
  "Return",
  "RevertStatement",
]);

/** Returns the changes to try on a Solidity node. */
export function solidityChanges(node: AstNode, place: Place): Change[] {
  return [
    ...operatorChanges(node, place),
    ...conditionChanges(node, place),
    ...literalChanges(node, place),
    ...deletions(node, place),
    ...orderChanges(node, place),
  ];
}

function operatorChanges(node: AstNode, { source, rangeOf, textOf }: Place): Change[] {
  const operator = String(node.operator);
  if (node.nodeType === "BinaryOperation" || node.nodeType === "Assignment") {
    const [left, right] = [
      childOf(node, "leftExpression") ?? childOf(node, "leftHandSide"),
      childOf(node, "rightExpression") ?? childOf(node, "rightHandSide"),
    ];
    if (!left || !right) return [];
    const between = source.slice(rangeOf(left).end, rangeOf(right).start);
    const start = rangeOf(left).end + between.indexOf(operator);
    const end = start + operator.length;
    return (confusedOperators[operator] ?? []).map((replacement) => ({
      ...{ start, end, replacement },
      kind: "operator",
    }));
  }
  if (node.nodeType !== "UnaryOperation") return [];
  const operand = childOf(node, "subExpression");
  if (!operand || operator === "delete") return [];
  const text = textOf(operand);
  const turned: Record<string, string> = { "++": "--", "--": "++" };
  const opposite = turned[operator];
  const replacement = opposite === undefined ? text : textOf(node).replace(operator, opposite);
  return [{ ...rangeOf(node), replacement, kind: "operator" }];
}

/** Replaces conditions, and operands of `&&` and `||`, by `true`, `false` and their negation. */
function conditionChanges(node: AstNode, { rangeOf, textOf }: Place): Change[] {
  const operands = ["leftExpression", "rightExpression"]
    .map((field) => (isLogical(node) ? childOf(node, field) : undefined))
    .filter((operand) => operand !== undefined && !isLogical(operand));
  return [childOf(node, "condition"), ...operands]
    .filter((condition) => condition !== undefined)
    .flatMap((condition) => {
      const replacements = ["true", "false"];
      // A condition with an operator is negated by changing the operator.
      if (condition.operator === undefined) replacements.push(`!${textOf(condition)}`);
      return replacements.map((replacement) => ({
        ...{ ...rangeOf(condition), replacement },
        kind: "condition",
      }));
    });
}

function isLogical(node: AstNode): boolean {
  return node.operator === "&&" || node.operator === "||";
}

function literalChanges(node: AstNode, { rangeOf, textOf }: Place): Change[] {
  if (node.nodeType !== "Literal") return [];
  const range = rangeOf(node);
  const change = (replacement: string): Change => ({ ...range, replacement, kind: "constant" });
  if (node.kind === "bool") return [change(node.value === "true" ? "false" : "true")];
  if (node.kind === "string") return [change(node.value === "" ? '"mutant"' : '""')];
  if (node.kind !== "number") return [];
  return literalNeighbours(textOf(node)).map(change);
}

function deletions(node: AstNode, { source, rangeOf, textOf }: Place): Change[] {
  const range = rangeOf(node);
  if (node.nodeType === "ModifierInvocation" && node.kind === "modifierInvocation") {
    return [{ ...range, replacement: "", kind: "modifier" }];
  }
  const expression = childOf(node, "expression");
  if (node.nodeType === "FunctionCallOptions" && expression) {
    return [{ ...range, replacement: textOf(expression), kind: "call options" }];
  }
  if (!deletable.has(node.nodeType)) return [];
  const statement = withSemicolon(range, source);
  // The increment of a for loop has no semicolon.
  const replacement = source[statement.end - 1] === ";" ? "{}" : "";
  return [{ ...statement, replacement, kind: "statement" }];
}

/** Swaps neighbours: statements that check or call, and arguments of the same type. */
function orderChanges(node: AstNode, place: Place): Change[] {
  const statements = childrenOf(node, "statements");
  const given = childrenOf(node, "arguments");
  return [
    ...neighbours(statements)
      .filter((pair) => pair.every(checksOrCalls))
      .map((pair) => swap(pair, place)),
    ...neighbours(given)
      .filter(([first, second]) => typeOf(first) === typeOf(second))
      .map((pair) => swap(pair, place)),
  ];
}

function neighbours(nodes: AstNode[]): [AstNode, AstNode][] {
  return nodes.slice(1).map((node, index) => [nodes[index] ?? node, node]);
}

/** Whether a statement is a check or a call, so that its order can matter. */
function checksOrCalls(statement: AstNode): boolean {
  if (statement.nodeType === "ExpressionStatement") {
    return childOf(statement, "expression")?.nodeType === "FunctionCall";
  }
  return ["IfStatement", "ForStatement", "WhileStatement"].includes(statement.nodeType);
}

function typeOf(node: AstNode): unknown {
  const { typeDescriptions } = node;
  return Object(typeDescriptions).typeIdentifier;
}

function swap([first, second]: [AstNode, AstNode], { source, rangeOf }: Place): Change {
  const { start, end: firstEnd } = withSemicolon(rangeOf(first), source);
  const { start: secondStart, end } = withSemicolon(rangeOf(second), source);
  const between = source.slice(firstEnd, secondStart);
  const replacement = source.slice(secondStart, end) + between + source.slice(start, firstEnd);
  return { start, end, replacement, kind: "order" };
}

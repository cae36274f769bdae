import {
  type AstNode,
  getChildren,
  getNodes,
  isLogical,
  lineAt,
  parseContracts,
  type Sources,
} from "./solidity.ts";

/** A small change at one position in a contract. */
export interface Mutant {
  file: string;
  line: number;
  /** Positions in UTF-16 code units. */
  start: number;
  end: number;
  original: string;
  replacement: string;
}

type Range = Pick<Mutant, "start" | "end">;
type Change = Range & Pick<Mutant, "replacement">;

/** Solidity operators and assembly instructions with their replacements. */
const operatorReplacements = new Map(
  `< <= >=, <= < >, > >= <=, >= > <, == !=, != ==, && ||, || &&
  + -, - +, * /, / *, % /, ** *, << >>, >> <<, & |, | &, ^ |, ++ --, -- ++
  += -= =, -= += =, *= /=, /= *=, |= &= =, &= |= =, ^= |=, <<= >>=, >>= <<=
  add sub, sub add, mul div, div mul, mod div, shl shr, shr shl, sar shl
  and or, or and xor, xor or and, lt gt, gt lt, slt sgt, sgt slt`
    .split(/,\s|\n\s+/)
    .map((row) => row.split(" "))
    .map(([operator = "", ...others]) => [operator, others] as const),
);

/** Statements that a mutant can omit. */
const deletableTypes =
  /^(Break|Continue|EmitStatement|ExpressionStatement|Return|RevertStatement|Yul(Assignment|Break|Continue|ExpressionStatement|Leave))$/;

/** Returns all mutants for the files, in source order. */
export function findMutants(sources: Sources): Mutant[] {
  return [...parseContracts(sources)].flatMap(([file, ast]) => {
    const source = sources.get(file) ?? "";
    const mutants = new Map<string, Mutant>();
    for (const change of getNodes(ast).flatMap((node) => createChanges(node, source))) {
      const { start, end, replacement } = change;
      const original = source.slice(start, end);
      const mutant = { ...change, file, line: lineAt(source, start), original };
      if (original !== replacement) mutants.set(`${start}:${end}:${replacement}`, mutant);
    }
    return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  });
}

/** Returns the source with the mutant applied. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Describes a mutant in one line, without comments. */
export function describeMutant({ original, replacement }: Mutant): string {
  const texts = [original, replacement].map((text) => text.replace(/\/\/.*$/gm, ""));
  return texts.map((text) => text.replace(/\s+/g, " ").trim() || "nothing").join(" → ");
}

function createChanges(node: AstNode, source: string): Change[] {
  return [
    ...operatorChanges(node),
    ...conditionChanges(node),
    ...replace(node, ...replaceLiteral(node)),
    ...findDeletions(node, source),
    ...findSwaps(node, source),
  ];
}

function replace({ start, end }: Range, ...replacements: readonly string[]): Change[] {
  return replacements.map((replacement) => ({ start, end, replacement }));
}

function operatorChanges(node: AstNode): Change[] {
  const operator = String(node.operator);
  const others = operatorReplacements.get(operator) ?? [];
  switch (node.nodeType) {
    case "BinaryOperation":
    case "Assignment": {
      const [left] = ["leftExpression", "leftHandSide"].flatMap((field) =>
        getChildren(node, field),
      );
      if (!left) return [];
      const start = node.start + node.text.indexOf(operator, left.end - node.start);
      return replace({ start, end: start + operator.length }, ...others);
    }
    case "UnaryOperation": {
      const [operand] = getChildren(node, "subExpression");
      if (!operand || operator === "delete") return [];
      const isCounter = operator === "++" || operator === "--";
      const texts = others.map((other) => node.text.replace(operator, other));
      return replace(node, ...(isCounter ? texts : [operand.text]));
    }
    case "YulFunctionCall":
      return replace(node, ...replaceInstruction(node));
    default:
      return [];
  }
}

function replaceInstruction(node: AstNode): string[] {
  const name = String(getChildren(node, "functionName")[0]?.name);
  const given = getChildren(node, "arguments").map(({ text }) => text);
  const call = (instruction: string) => `${instruction}(${given.join(", ")})`;
  const calls = (operatorReplacements.get(name) ?? []).map(call);
  // Simulates an off-by-one error: "less than" becomes "not greater than".
  if (/^s?[lg]t$/.test(name))
    return [...calls, ...[call(name), ...calls].map((each) => `iszero(${each})`)];
  if (name === "eq") return [`iszero(${call(name)})`];
  return name === "iszero" || name === "not" ? given.slice(0, 1) : calls;
}

/** Replaces conditions, and operands of `&&` and `||`, with true, false and their negation. */
function conditionChanges(node: AstNode): Change[] {
  const condition = getChildren(node, "condition");
  if (node.nodeType.startsWith("Yul")) {
    return condition.flatMap((each) => replace(each, "1", "0", `iszero(${each.text})`));
  }
  const fields = isLogical(node) ? ["leftExpression", "rightExpression"] : [];
  const operands = fields.flatMap((field) => getChildren(node, field));
  return [...condition, ...operands.filter((each) => !isLogical(each))].flatMap((each) => {
    // A condition with an operator is negated by changing the operator.
    const negation = each.operator === undefined ? [`!${each.text}`] : [];
    return replace(each, "true", "false", ...negation);
  });
}

function replaceLiteral({ nodeType, kind, value, text }: AstNode): string[] {
  if (nodeType !== "Literal" && nodeType !== "YulLiteral") return [];
  if (kind === "bool") return [value === "true" ? "false" : "true"];
  if (kind === "number") return adjacentNumbers(text);
  if (kind !== "string" || nodeType === "YulLiteral") return [];
  return [value === "" ? '"mutant"' : '""'];
}

/** Returns a number literal minus one and plus one; not below zero, and with no more hexadecimal digits. */
function adjacentNumbers(text: string): string[] {
  // Literals with a unit, a fraction or an exponent change by one, for example one wei or one second.
  if (!/^(0x[\da-f]+|[\d_]+)$/i.test(text)) return [`(${text} - 1)`, `(${text} + 1)`];
  const value = BigInt(text.replaceAll("_", ""));
  const beside = value === 0n ? [1n] : [value - 1n, value + 1n];
  if (!/^0x/i.test(text)) return beside.map(String);
  const digits = text.length - 2;
  const hex = beside.map((each) => each.toString(16).padStart(digits, "0"));
  return hex.filter((each) => each.length === digits).map((each) => `0x${each}`);
}

function findDeletions(node: AstNode, source: string): Change[] {
  const { nodeType, kind } = node;
  if (nodeType === "ModifierInvocation" && kind === "modifierInvocation") return replace(node, "");
  const [expression] = getChildren(node, "expression");
  if (nodeType === "FunctionCallOptions" && expression) return replace(node, expression.text);
  if (!deletableTypes.test(nodeType)) return [];
  if (nodeType.startsWith("Yul")) return replace(node, "{}");
  const range = includeSemicolon(node, source);
  // The increment of a for loop has no semicolon.
  return replace(range, source[range.end - 1] === ";" ? "{}" : "");
}

/** Extends the range to include the semicolon, which the compiler omits from most simple statements. */
function includeSemicolon({ start, end }: Range, source: string): Range {
  return { start, end: end + (/^\s*;/.exec(source.slice(end))?.[0].length ?? 0) };
}

/** Swaps neighbors: statements that check or call, so that their order can matter, and arguments of the same type. */
function findSwaps(node: AstNode, source: string): Change[] {
  const statements = getChildren(node, "statements");
  const given = node.nodeType.startsWith("Yul") ? [] : getChildren(node, "arguments");
  const readType = ({ typeDescriptions }: AstNode) => Object(typeDescriptions).typeIdentifier;
  const pairs = [
    ...neighbors(statements).filter((pair) => pair.every(isControlFlowOrCall)),
    ...neighbors(given).filter(([one, other]) => readType(one) === readType(other)),
  ];
  return pairs.map((pair) => {
    const [one, other] = pair.map((each) => includeSemicolon(each, source)) as [Range, Range];
    const text = ({ start, end }: Range) => source.slice(start, end);
    const between = source.slice(one.end, other.start);
    const replacement = text(other) + between + text(one);
    return { start: one.start, end: other.end, replacement };
  });
}

function neighbors(nodes: AstNode[]): [AstNode, AstNode][] {
  return nodes.slice(1).map((node, index) => [nodes[index] ?? node, node]);
}

function isControlFlowOrCall(statement: AstNode): boolean {
  if (statement.nodeType === "ExpressionStatement") {
    return getChildren(statement, "expression")[0]?.nodeType === "FunctionCall";
  }
  return ["IfStatement", "ForStatement", "WhileStatement"].includes(statement.nodeType);
}

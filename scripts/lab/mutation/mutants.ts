import {
  type AstNode,
  childOf,
  childrenOf,
  isLogical,
  lineAt,
  type Sources,
  walk,
} from "./solidity.ts";

/** A range of the source, in UTF-16 code units, and its replacement. */
interface Change {
  start: number;
  end: number;
  replacement: string;
}

/** A small change at one place in a contract. */
export interface Mutant extends Change {
  file: string;
  line: number;
  original: string;
}

/** Each operator of Solidity and instruction of assembly with its replacements. */
const confused = new Map(
  `< <= >=, <= < >, > >= <=, >= > <, == !=, != ==, && ||, || &&
  + -, - +, * /, / *, % /, ** *, << >>, >> <<, & |, | &, ^ |, ++ --, -- ++
  += -= =, -= += =, *= /=, /= *=, |= &= =, &= |= =, ^= |=, <<= >>=, >>= <<=
  add sub, sub add, mul div, div mul, mod div, shl shr, shr shl, sar shl
  and or, or and xor, xor or and, lt gt, gt lt, slt sgt, sgt slt`
    .split(/,\s|\n\s+/)
    .map((row) => row.split(" "))
    .map(([operator = "", ...others]) => [operator, others] as const),
);

/** Statements that a mutant leaves out. */
const deletable =
  /^(Break|Continue|EmitStatement|ExpressionStatement|Return|RevertStatement|Yul(Assignment|Break|Continue|ExpressionStatement|Leave))$/;

/** Returns all mutants of the files in source order. */
export function findMutants(sources: Sources, trees: ReadonlyMap<string, AstNode>): Mutant[] {
  return [...trees].flatMap(([file, ast]) => {
    const source = sources.get(file) ?? "";
    const mutants = new Map<string, Mutant>();
    walk(ast, (node) => {
      for (const { start, end, replacement } of changesOf(node, source)) {
        const original = source.slice(start, end);
        const mutant = { file, line: lineAt(source, start), start, end, original, replacement };
        if (original !== replacement) mutants.set(`${start}:${end}:${replacement}`, mutant);
      }
    });
    return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  });
}

/** Returns the source with the mutant applied. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Describes a mutant in one line, without comments. */
export function describeMutant({ original, replacement }: Mutant): string {
  const shorten = (text: string) =>
    text
      .replace(/\/\/.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim() || "nothing";
  return `${shorten(original)} → ${shorten(replacement)}`;
}

/** Extends the range by the semicolon, which the compiler omits from most simple statements. */
function statement({ start, end }: AstNode, source: string) {
  return { start, end: end + (/^\s*;/.exec(source.slice(end))?.[0].length ?? 0) };
}

function replace({ start, end }: AstNode, ...replacements: readonly string[]): Change[] {
  return replacements.map((replacement) => ({ start, end, replacement }));
}

function changesOf(node: AstNode, source: string): Change[] {
  return [
    ...operatorChanges(node),
    ...conditionChanges(node),
    ...literalChanges(node),
    ...deletions(node, source),
    ...neighbours(childrenOf(node, "statements"))
      .filter((pair) => pair.every(checksOrCalls))
      .map((pair) => swap(pair, source)),
    ...(node.nodeType.startsWith("Yul") ? [] : neighbours(childrenOf(node, "arguments")))
      .filter(([first, second]) => typeOf(first) === typeOf(second))
      .map((pair) => swap(pair, source)),
  ];
}

function operatorChanges(node: AstNode): Change[] {
  const operator = String(node.operator);
  const others = confused.get(operator) ?? [];
  switch (node.nodeType) {
    case "BinaryOperation":
    case "Assignment": {
      const left = childOf(node, "leftExpression") ?? childOf(node, "leftHandSide");
      if (!left) return [];
      const start = node.start + node.text.indexOf(operator, left.end - node.start);
      return others.map((replacement) => ({ start, end: start + operator.length, replacement }));
    }
    case "UnaryOperation": {
      const operand = childOf(node, "subExpression");
      if (!operand || operator === "delete") return [];
      const isCounter = operator === "++" || operator === "--";
      const texts = others.map((other) => node.text.replace(operator, other));
      return replace(node, ...(isCounter ? texts : [operand.text]));
    }
    case "YulFunctionCall":
      return replace(node, ...instructionChanges(node));
    default:
      return [];
  }
}

function instructionChanges(node: AstNode): string[] {
  const name = String(childOf(node, "functionName")?.name);
  const given = childrenOf(node, "arguments").map(({ text }) => text);
  const call = (instruction: string) => `${instruction}(${given.join(", ")})`;
  const calls = (confused.get(name) ?? []).map(call);
  // An off-by-one error: "less than" becomes "not greater than".
  if (/^s?[lg]t$/.test(name)) return [...calls, ...[call(name), ...calls].map(negated)];
  if (name === "eq") return [negated(call(name))];
  return name === "iszero" || name === "not" ? given.slice(0, 1) : calls;
}

function negated(condition: string): string {
  return `iszero(${condition})`;
}

/** Replaces conditions, and operands of `&&` and `||`, by true, false and their negation. */
function conditionChanges(node: AstNode): Change[] {
  const condition = childOf(node, "condition");
  if (node.nodeType.startsWith("Yul")) {
    return condition ? replace(condition, "1", "0", negated(condition.text)) : [];
  }
  const operands = ["leftExpression", "rightExpression"]
    .map((field) => (isLogical(node) ? childOf(node, field) : undefined))
    .filter((operand) => operand && !isLogical(operand));
  return [condition, ...operands].flatMap((each) => {
    if (each === undefined) return [];
    // A condition with an operator is negated by changing the operator.
    const negation = each.operator === undefined ? [`!${each.text}`] : [];
    return replace(each, "true", "false", ...negation);
  });
}

function literalChanges(node: AstNode): Change[] {
  if (node.nodeType !== "Literal" && node.nodeType !== "YulLiteral") return [];
  if (node.kind === "bool") return replace(node, node.value === "true" ? "false" : "true");
  if (node.kind === "number") return replace(node, ...numbersBeside(node.text));
  if (node.kind !== "string" || node.nodeType === "YulLiteral") return [];
  return replace(node, node.value === "" ? '"mutant"' : '""');
}

/** Returns a number literal minus one and plus one; not below zero, and with no more hexadecimal digits. */
function numbersBeside(text: string): string[] {
  // Literals with a unit, a fraction or an exponent change by one, for example one wei or one second.
  if (!/^(0x[\da-f]+|[\d_]+)$/i.test(text)) return [`(${text} - 1)`, `(${text} + 1)`];
  const value = BigInt(text.replaceAll("_", ""));
  const beside = value === 0n ? [1n] : [value - 1n, value + 1n];
  if (!/^0x/i.test(text)) return beside.map(String);
  const digits = text.length - 2;
  return beside
    .map((each) => each.toString(16))
    .filter((hex) => hex.length <= digits)
    .map((hex) => `0x${hex.padStart(digits, "0")}`);
}

function deletions(node: AstNode, source: string): Change[] {
  const { nodeType, kind } = node;
  if (nodeType === "ModifierInvocation" && kind === "modifierInvocation") {
    return replace(node, "");
  }
  const expression = childOf(node, "expression");
  if (nodeType === "FunctionCallOptions" && expression) {
    return replace(node, expression.text);
  }
  if (!deletable.test(nodeType)) return [];
  if (nodeType.startsWith("Yul")) return replace(node, "{}");
  const range = statement(node, source);
  // The increment of a for loop has no semicolon.
  return [{ ...range, replacement: source[range.end - 1] === ";" ? "{}" : "" }];
}

/** Pairs of neighbours: of statements that check or call, and of arguments of the same type, mutants swap them. */
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

function typeOf({ typeDescriptions }: AstNode): unknown {
  return Object(typeDescriptions).typeIdentifier;
}

function swap([one, other]: [AstNode, AstNode], source: string): Change {
  const [first, second] = [statement(one, source), statement(other, source)];
  const text = ({ start, end }: Pick<Change, "start" | "end">) => source.slice(start, end);
  const between = source.slice(first.end, second.start);
  const replacement = text(second) + between + text(first);
  return { start: first.start, end: second.end, replacement };
}

import {
  type AstNode,
  childOf,
  childrenOf,
  isLogical,
  lineAt,
  type Range,
  rangesIn,
  type Sources,
  walk,
} from "./solidity.ts";

/** A range of the source and its replacement. */
interface Change extends Range {
  replacement: string;
}

/** A small change at one place in a contract. */
export interface Mutant extends Change {
  file: string;
  line: number;
  original: string;
}

/** Replacements of each operator of Solidity, and of each instruction of assembly. */
const confused: Readonly<Record<string, readonly string[]>> = {
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
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "*=": ["/="],
  "/=": ["*="],
  "|=": ["&=", "="],
  "&=": ["|=", "="],
  "^=": ["|="],
  "<<=": [">>="],
  ">>=": ["<<="],
  "++": ["--"],
  "--": ["++"],
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

/** Statements that a mutant leaves out. */
const deletable =
  /^(Break|Continue|EmitStatement|ExpressionStatement|Return|RevertStatement|Yul(Assignment|Break|Continue|ExpressionStatement|Leave))$/;

/** Returns all mutants of the files in source order. */
export function findMutants(sources: Sources, trees: ReadonlyMap<string, AstNode>): Mutant[] {
  return [...trees].flatMap(([file, ast]) => {
    const source = sources.get(file) ?? "";
    const place = new Place(source);
    const mutants = new Map<string, Mutant>();
    walk(ast, (node) => {
      for (const { start, end, replacement } of changesOf(node, place)) {
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

/** The file around a node. */
class Place {
  readonly source: string;
  readonly rangeOf: (node: AstNode) => Range;

  constructor(source: string) {
    this.source = source;
    this.rangeOf = rangesIn(source);
  }

  textOf(node: AstNode): string {
    const { start, end } = this.rangeOf(node);
    return this.source.slice(start, end);
  }

  /** Extends the range by the semicolon, which the compiler omits from most simple statements. */
  statement(node: AstNode): Range {
    const { start, end } = this.rangeOf(node);
    return { start, end: end + (/^\s*;/.exec(this.source.slice(end))?.[0].length ?? 0) };
  }

  replace(node: AstNode | undefined, ...replacements: readonly string[]): Change[] {
    if (node === undefined) return [];
    return replacements.map((replacement) => ({ ...this.rangeOf(node), replacement }));
  }
}

function changesOf(node: AstNode, place: Place): Change[] {
  return [
    ...operatorChanges(node, place),
    ...conditionChanges(node, place),
    ...literalChanges(node, place),
    ...deletions(node, place),
    ...neighbours(childrenOf(node, "statements"))
      .filter((pair) => pair.every(checksOrCalls))
      .map((pair) => swap(pair, place)),
    ...(node.nodeType.startsWith("Yul") ? [] : neighbours(childrenOf(node, "arguments")))
      .filter(([first, second]) => typeOf(first) === typeOf(second))
      .map((pair) => swap(pair, place)),
  ];
}

function operatorChanges(node: AstNode, place: Place): Change[] {
  const operator = String(node.operator);
  const others = confused[operator] ?? [];
  switch (node.nodeType) {
    case "BinaryOperation":
    case "Assignment": {
      const left = childOf(node, "leftExpression") ?? childOf(node, "leftHandSide");
      if (!left) return [];
      const start = place.source.indexOf(operator, place.rangeOf(left).end);
      return others.map((replacement) => ({ start, end: start + operator.length, replacement }));
    }
    case "UnaryOperation": {
      const operand = childOf(node, "subExpression");
      if (!operand || operator === "delete") return [];
      const isCounter = operator === "++" || operator === "--";
      const texts = others.map((other) => place.textOf(node).replace(operator, other));
      return place.replace(node, ...(isCounter ? texts : [place.textOf(operand)]));
    }
    case "YulFunctionCall":
      return place.replace(node, ...instructionChanges(node, place));
    default:
      return [];
  }
}

function instructionChanges(node: AstNode, place: Place): string[] {
  const name = String(childOf(node, "functionName")?.name);
  const given = childrenOf(node, "arguments").map((each) => place.textOf(each));
  const call = (instruction: string) => `${instruction}(${given.join(", ")})`;
  const calls = (confused[name] ?? []).map(call);
  // An off-by-one error: "less than" becomes "not greater than".
  if (/^s?[lg]t$/.test(name)) return [...calls, ...[call(name), ...calls].map(negated)];
  if (name === "eq") return [negated(call(name))];
  return name === "iszero" || name === "not" ? given.slice(0, 1) : calls;
}

function negated(condition: string): string {
  return `iszero(${condition})`;
}

/** Replaces conditions, and operands of `&&` and `||`, by true, false and their negation. */
function conditionChanges(node: AstNode, place: Place): Change[] {
  const condition = childOf(node, "condition");
  if (node.nodeType.startsWith("Yul")) {
    return condition ? place.replace(condition, "1", "0", negated(place.textOf(condition))) : [];
  }
  const operands = ["leftExpression", "rightExpression"]
    .map((field) => (isLogical(node) ? childOf(node, field) : undefined))
    .filter((operand) => operand && !isLogical(operand));
  return [condition, ...operands].flatMap((each) => {
    if (each === undefined) return [];
    // A condition with an operator is negated by changing the operator.
    const negation = each.operator === undefined ? [`!${place.textOf(each)}`] : [];
    return place.replace(each, "true", "false", ...negation);
  });
}

function literalChanges(node: AstNode, place: Place): Change[] {
  if (node.nodeType !== "Literal" && node.nodeType !== "YulLiteral") return [];
  if (node.kind === "bool") return place.replace(node, node.value === "true" ? "false" : "true");
  if (node.kind === "number") return place.replace(node, ...numbersBeside(place.textOf(node)));
  if (node.kind !== "string" || node.nodeType === "YulLiteral") return [];
  return place.replace(node, node.value === "" ? '"mutant"' : '""');
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

function deletions(node: AstNode, place: Place): Change[] {
  const { nodeType, kind } = node;
  if (nodeType === "ModifierInvocation" && kind === "modifierInvocation") {
    return place.replace(node, "");
  }
  const expression = childOf(node, "expression");
  if (nodeType === "FunctionCallOptions" && expression) {
    return place.replace(node, place.textOf(expression));
  }
  if (!deletable.test(nodeType)) return [];
  if (nodeType.startsWith("Yul")) return place.replace(node, "{}");
  const range = place.statement(node);
  // The increment of a for loop has no semicolon.
  return [{ ...range, replacement: place.source[range.end - 1] === ";" ? "{}" : "" }];
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

function swap([one, other]: [AstNode, AstNode], place: Place): Change {
  const [first, second] = [place.statement(one), place.statement(other)];
  const text = ({ start, end }: Range) => place.source.slice(start, end);
  const between = text({ start: first.end, end: second.start });
  const replacement = text(second) + between + text(first);
  return { start: first.start, end: second.end, replacement };
}

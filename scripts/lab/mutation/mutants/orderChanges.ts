import { type AstNode, childOf, childrenOf } from "../ast.ts";
import type { Change } from "./mutant.ts";
import { type Place, withSemicolon } from "./place.ts";

/** Swaps neighbours: statements that check or call, and arguments of the same type. */
export function orderChanges(node: AstNode, place: Place): Change[] {
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

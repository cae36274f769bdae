import { type AstNode, getChildren, getNodes, isLogical, lineAt } from "./solidity.ts";

/** One of the two outcomes of a condition. */
export interface Branch {
  /** Line of the condition in the original source. */
  line: number;
  condition: string;
  taken: boolean;
  /** Line of the marked source that runs for this outcome. */
  mark: number;
}

/**
 * Passes every condition in a file through its own function, appended to the file, with one line per outcome, so that
 * line coverage measures branches. The file's line numbers do not change. Conditions in assembly cannot be marked.
 */
export function markBranches(
  source: string,
  ast: AstNode,
  prefix: string,
): { source: string; branches: Branch[] } {
  const conditions = findConditions(ast);
  const cuts = conditions.flatMap(({ start, end }, index) => [
    { at: start, text: `${prefix}${index}(`, width: end - start },
    { at: end, text: ")", width: start - end },
  ]);
  // Sorted from the end of the file, so that positions remain valid; at the same position, inner conditions come first.
  cuts.sort((a, b) => b.at - a.at || a.width - b.width);
  let marked = source;
  for (const { at, text } of cuts) marked = `${marked.slice(0, at)}${text}${marked.slice(at)}`;
  const branches = conditions.flatMap(({ start, text: condition }, index): Branch[] => {
    const mark = lineAt(marked, marked.length) + 3;
    marked += `
function ${prefix}${index}(bool taken) pure returns (bool) {
if (taken) {
return true; } else {

return false; }
}`;
    const line = lineAt(source, start);
    return [
      { line, condition, taken: true, mark },
      { line, condition, taken: false, mark: mark + 2 },
    ];
  });
  return { source: marked, branches };
}

/** Returns the branch points: conditions in statements and ternaries, and each operand of `&&` and `||`. */
function findConditions(ast: AstNode): AstNode[] {
  const listFields = (node: AstNode) =>
    isLogical(node) ? ["leftExpression", "rightExpression"] : ["condition"];
  return getNodes(ast)
    .filter(({ nodeType }) => !nodeType.startsWith("Yul"))
    .flatMap((node) => listFields(node).flatMap((field) => getChildren(node, field)))
    .filter((condition) => !isLogical(condition));
}

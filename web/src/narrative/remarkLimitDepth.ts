interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** Maximum nesting: deeper than real stories, far below where rendering overflows the stack. */
const deepest = 60;

/** Replaces content that is nested too deep by its text, so that every story renders. */
export function remarkLimitDepth() {
  return (tree: Node): void => {
    let level: Node[] = [tree];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth === deepest) {
        for (const node of level) node.children = [{ type: "text", value: wordsIn(node) }];
      }
      level = level.flatMap(({ children = [] }) => children).filter(({ children }) => children);
    }
  };
}

/** All text of a node, without recursion. */
function wordsIn(node: Node): string {
  const words: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.value !== undefined && next.type !== "html") words.push(next.value);
    waiting.push(...(next.children ?? []).toReversed());
  }
  return words.join(" ");
}

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** Deeper than anybody writes, and far from where laying out would use up the browser's stack. */
const deepest = 60;

/** Keeps of what is nested too deep only its words, so that no story can keep itself from being shown. */
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

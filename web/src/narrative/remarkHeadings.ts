interface Node {
  type: string;
  depth?: number;
  children?: Node[];
}

/** Numbers a story's headings from 2, since the drifter's name is the page's h1, and leaves out no level. */
export function remarkHeadings() {
  return (tree: Node): void => {
    const outer: number[] = [];
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === "heading" && node.depth !== undefined) {
        while ((outer.at(-1) ?? 0) >= node.depth) outer.pop();
        outer.push(node.depth);
        node.depth = Math.min(outer.length + 1, 6);
      }
      waiting.push(...(node.children ?? []).toReversed());
    }
  };
}

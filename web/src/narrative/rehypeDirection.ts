interface Node {
  type: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Lays out each block in the direction of its first letter; `Story.css` does the same for the lines in a block. */
export function rehypeDirection() {
  return (tree: Node): void => {
    for (const { type, properties } of tree.children ?? []) {
      if (type === "element") Object.assign(properties ?? {}, { dir: "auto" });
    }
  };
}

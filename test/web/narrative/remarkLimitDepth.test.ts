import { expect } from "chai";
import { remarkLimitDepth } from "../../../web/src/narrative/markdownPlugins.ts";

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** Returns a document with a text inside as many blocks. */
function nest(depth: number): Node {
  let node: Node = { type: "text", value: "deep" };
  for (let level = 0; level < depth; level++) node = { type: "block", children: [node] };
  return { type: "root", children: [node] };
}

function depthOf(node: Node): number {
  return node.children?.[0] ? 1 + depthOf(node.children[0]) : 0;
}

describe("remarkLimitDepth", () => {
  for (const [depth, depthLeft] of [
    [1, 2],
    [60, 61],
    [61, 61],
    [500, 61],
  ] as const) {
    it(`preserves ${depthLeft - 1} levels and the text of ${depth} levels`, () => {
      const tree = nest(depth);
      remarkLimitDepth()(tree);
      expect(depthOf(tree)).to.equal(depthLeft);
      expect(JSON.stringify(tree)).to.contain('"value":"deep"');
    });
  }
});

import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as textOf } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { maxRenderingCost, renderingCost } from "#protocol/markdownCost";
import { longestText, shortened } from "./plainText.ts";

type Block = ReturnType<typeof fromMarkdown>["children"][number];

/** Blocks that a one-sentence summary leaves out. */
const wordless = new Set<Block["type"]>([
  "code",
  "html",
  "table",
  "thematicBreak",
  "definition",
  "footnoteDefinition",
]);

/** The first words of a story without Markdown; headings only if there is nothing else. */
export function firstWords(markdown: string, graphemes: number): string {
  const beginning = markdown.slice(0, longestText).toWellFormed();
  if (renderingCost(beginning) > maxRenderingCost) return "";
  const { children } = fromMarkdown(beginning, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const blocks = children.filter(({ type }) => !wordless.has(type));
  const prose = blocks.filter(({ type }) => type !== "heading");
  const words = (nodes: Block[]) => shortened(nodes.map(wordsOf).join(" "), graphemes);
  return words(prose) || words(blocks);
}

/** Joins the text of nested blocks, such as list items, with spaces. */
function wordsOf(node: Block): string {
  if (node.type !== "list" && node.type !== "blockquote" && node.type !== "listItem") {
    return textOf(node, { includeHtml: false, includeImageAlt: false });
  }
  return node.children.map(wordsOf).join(" ");
}

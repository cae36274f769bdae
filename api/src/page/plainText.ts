import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as textOf } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { exceedsMarkdownLimits } from "#protocol/markdownLimits";

type Block = ReturnType<typeof fromMarkdown>["children"][number];

/** Only this much of a text is parsed, as a text may be a megabyte. */
const longestParsedText = 4_000;

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
  const beginning = markdown.slice(0, longestParsedText).toWellFormed();
  if (exceedsMarkdownLimits(beginning)) return "";
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

// Bidirectional control characters, which would affect the text that follows.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const controls = /[\p{Cc}\u2028\u2029\ufeff]/gu;

/** One line of at most that many graphemes, cut between words if possible. */
export function shortened(text: string, graphemes: number): string {
  const line = onOneLine(text.slice(0, longestParsedText));
  // A grapheme cluster can have any number of combining marks; this limits their total.
  const mostUnits = 8 * graphemes;
  let end = 0;
  let beforeLast = 0;
  let count = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(line)) {
    if (count === graphemes || end + segment.length > mostUnits) {
      return ellipsed(line.slice(0, beforeLast));
    }
    beforeLast = end;
    end += segment.length;
    count += 1;
  }
  return line;
}

/** Cuts a text after a word, if that leaves most of it. */
function ellipsed(text: string): string {
  const lastSpace = text.lastIndexOf(" ");
  const cut = lastSpace > text.length / 2 ? text.slice(0, lastSpace) : text;
  return cut === "" ? "" : `${cut.replace(/[\s,;:.–—-]+$/u, "")}…`;
}

/** The text without line breaks, control characters and lone surrogates, and without repeated spaces. */
export function onOneLine(text: string): string {
  const plain = text.toWellFormed().replace(controls, " ").replace(directionMarks, "");
  return plain.replace(/\s+/gu, " ").trim();
}

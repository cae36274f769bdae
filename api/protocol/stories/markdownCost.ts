/** Maximum rendering cost, about a second of CPU; costlier stories are shown as source. */
export const maxRenderingCost = 1_000;

/**
 * Matches the start of a nested block, whose cost grows quadratically with its depth; also matches
 * underlines and footnotes.
 */
const container = / *(?:>|[-*+](?= |$)|\d{1,9}[.)](?= |$)|\[\^|[=-]+(?= *$))/y;
/** Matches a line that ends a paragraph and its inline content. */
const blankLine = /^(?: {0,3}>)* *$/;
const marks = /[~*_`[\]()|<>&!@\\]|www\.|https?:/gi;
/** Matches markers after which the parser may scan to the end of the paragraph. */
const scans = /[<`]|\]\(|www\.|https?:/gi;

/**
 * Estimates the cost of parsing and rendering a story's Markdown: an upper bound, in milliseconds of CPU on an ordinary
 * machine. Takes linear time, and stops counting once length and line count alone exceed the limit.
 *
 * The parser, micromark, takes quadratic time for nested blocks and for markers within a paragraph. The factors were
 * measured with repeated and random patterns.
 */
export function renderingCost(markdown: string, limit = maxRenderingCost): number {
  if (markdown.length / 500 > limit) return markdown.length / 500;
  const lines = markdown.replaceAll("\t", "    ").split(/\r\n?|\n/);
  let cost = markdown.length / 500 + lines.length / 30;
  if (cost > limit) return cost;
  let containers = 0;
  let block = newBlock();
  for (const line of lines) {
    const depth = countContainers(line);
    cost += depth ** 3 / 1_000 + line.search(/[^ ]|$/) ** 2 / 15_000;
    if (blankLine.test(line)) {
      containers += depth;
      cost += inlineCost(block);
      block = newBlock();
      continue;
    }
    // A line without a marker can continue a list or quote.
    block.isContained ||= depth > 0;
    containers += Math.max(depth, block.isContained ? 1 : 0) + count(line, /\[\^/g);
    block.lines += 1;
    block.length += line.length;
    block.marks += count(line, marks);
    block.scans += count(line, scans);
    block.columns = Math.max(block.columns, count(line, /\|/g));
  }
  cost += inlineCost(block);
  return cost + (containers * (lines.length + containers)) / 20_000;
}

/** Creates the counters for the text between two blank lines. */
const newBlock = () => ({
  lines: 0,
  length: 0,
  marks: 0,
  scans: 0,
  columns: 0,
  isContained: false,
});

function inlineCost(block: ReturnType<typeof newBlock>): number {
  const { lines, length, marks, scans, columns } = block;
  const cells = columns * lines;
  return (marks + cells) / 30 + (marks + lines) ** 2 / 25_000 + (scans * length) / 10_000;
}

function countContainers(line: string): number {
  let depth = 0;
  container.lastIndex = 0;
  while (container.test(line)) depth += 1;
  return depth;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

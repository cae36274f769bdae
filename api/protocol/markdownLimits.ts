/** Maximum nesting depth of lists and quotes. */
const mostContainers = 50;

/** Maximum number of delimiter comparisons, which take about a second on a slow machine. */
const mostComparisons = 100_000_000;

const container = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const marks = /[~*_`[\]()|<>&!@\n]/g;

/**
 * Whether a story's Markdown would block the page for too long, or is nested so deeply that rendering fails.
 * Takes linear time.
 */
export function exceedsMarkdownLimits(markdown: string): boolean {
  if (markdown.split("\n").some((line) => countContainers(line) > mostContainers)) return true;
  let comparisons = 0;
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    comparisons += (block.match(marks)?.length ?? 0) ** 2;
  }
  return comparisons > mostComparisons;
}

/** Counts the nested quotes and lists that a line starts with. */
function countContainers(line: string): number {
  let count = 0;
  container.lastIndex = 0;
  while (count <= mostContainers && container.test(line)) count += 1;
  return count;
}

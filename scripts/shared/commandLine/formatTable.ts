/**
 * Formats rows with their columns aligned.
 *
 * @param rightColumns number of columns, from the left, whose cells stand at the right.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  { indent = "", rightColumns = 0 } = {},
): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const format = (cell: string, column: number) =>
    column < rightColumns ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => indent + row.map(format).join("  ").trimEnd()).join("\n");
}

/** Formats a count with its noun, as in `1 signed revision` and `2 signed revisions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
